/* SPDX-License-Identifier: BSD-3-Clause */
/* One colour, one meaning.  Those of the classes are apart for people with any
 * kind of colour vision: six are Okabe's and Ito's, violet, brown and greys are
 * chosen by their distance from these, which tests/html/vision.mjs computes. */

const CLASSES = {
  useful: "#009e73", p2p: "#56b4e9", collective: "#e69f00", wait: "#d55e00",
  onesided: "#cc79a7", io: "#9911ee", setup: "#bdbdbd", tool: "#5b6770",
  other: "#0072b2", outside_wait: "#774422",
};
/* From the bottom of a bar to its top. */
export const ORDER = ["useful", "outside_wait", "p2p", "onesided", "io",
                      "collective", "wait", "other", "tool", "setup"];
/* Sums over time: waits outside MPI are part of useful time there, and setup is
 * outside of T. */
export const COUNTED = ORDER.filter(name => name !== "setup" &&
                                            name !== "outside_wait");

export const classColor = name => CLASSES[name] || CLASSES.other;

/* Of a colour as "#rrggbb", as WCAG 2 has it. */
function luminance(color) {
  const [r, g, b] = [1, 3, 5].map(i => {
    const part = parseInt(color.slice(i, i + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/* What is written on a colour: of black and white the one that stands out
 * more. */
export function inkOf(color) {
  const light = luminance(color) + 0.05;
  return light / 0.05 >= 1.05 / light ? "#000000" : "#ffffff";
}

export const inkOn = name => inkOf(classColor(name));

export function themeColor(name) {
  return getComputedStyle(document.documentElement)
    .getPropertyValue(`--${name}`).trim();
}

export const isDark = () => document.documentElement.dataset.theme === "dark";

function mixed(stops, part) {
  const at = Math.max(0, Math.min(1, part)) * (stops.length - 1);
  const low = Math.min(stops.length - 2, Math.floor(at));
  const rest = at - low;
  return stops[low].map((v, i) => Math.round(v + (stops[low + 1][i] - v) *
                                             rest));
}

/* Little to much; the end that is little is near the page's own colour. */
const MUCH = {
  light: [[238, 243, 250], [158, 190, 224], [67, 122, 184], [24, 60, 120],
          [8, 24, 64]],
  dark: [[34, 40, 52], [38, 78, 130], [66, 132, 190], [150, 196, 224],
         [240, 248, 255]],
};
/* Less than the mean, the mean, more than it. */
const MORE = {
  light: [[0, 92, 150], [150, 196, 224], [246, 246, 246], [240, 178, 110],
          [190, 76, 0]],
  dark: [[120, 190, 240], [40, 90, 130], [38, 42, 50], [140, 80, 30],
         [255, 150, 60]],
};

export const muchOf = part => mixed(MUCH[isDark() ? "dark" : "light"], part);
export const moreOf = part => mixed(MORE[isDark() ? "dark" : "light"],
                                    0.5 + part / 2);
export const rgb = ([r, g, b]) => `rgb(${r},${g},${b})`;
