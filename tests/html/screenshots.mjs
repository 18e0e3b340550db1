/* SPDX-License-Identifier: BSD-3-Clause */
/* screenshots.mjs FOLDER PAGE... - PNGs of the views of pages. */
import { basename, join } from "node:path";
import { drawn, launch, open, ready } from "./browser.mjs";

const VIEWS = ["top", "advice", "timeline", "resources", "balance",
               "heat", "calltree", "tree", "matrix", "causes", "changes",
               "sides", "calls", "factors", "curves", "ahead", "tables",
               "words"];
const [, , folder, ...files] = process.argv;

async function shoot(browser, file, scheme) {
  const { page, wrong, close } = await open(browser, file,
                                            { colorScheme: scheme });
  await ready(page);
  for (const view of VIEWS) {
    const there = await page.evaluate(id => {
      const element = document.getElementById(id);
      const closed = document.querySelector("#words details");
      if (closed)
        closed.open = id === "words";
      if (element)
        element.scrollIntoView();
      return element !== null;
    }, view);
    if (!there)
      continue;
    if (view === "top")
      await page.evaluate(() => scrollTo(0, 0));
    await drawn(page);
    await page.screenshot({ path: join(folder, `${
      basename(file, ".html")}-${view}-${scheme}.png`) });
  }
  if (await page.locator("#window-go-0").count() > 0) {
    await page.click("#window-go-0");
    await page.evaluate(() => document.getElementById("timeline")
      .scrollIntoView());
    await drawn(page);
    await page.screenshot({ path: join(folder, `${
      basename(file, ".html")}-calls-${scheme}.png`) });
  }
  await close();
  return wrong;
}

const browser = await launch();
let failed = false;
for (const file of files)
  for (const scheme of ["light", "dark"]) {
    const wrong = await shoot(browser, file, scheme);
    for (const what of wrong)
      console.error(`${file}: ${what}`);
    failed = failed || wrong.length > 0;
  }
await browser.close();
console.log(`${files.length} pages are shown in ${folder}`);
process.exit(failed ? 1 : 0);
