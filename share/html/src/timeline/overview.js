/* SPDX-License-Identifier: BSD-3-Clause */
/* The whole run below a zoomed time line, with a frame around what is in view:
 * a click moves the frame there, a drag draws another. */
import { classColor, themeColor } from "../base/colors.js";
import { seconds } from "../base/format.js";
import { Picture, isFar } from "../widgets/canvas.js";

const HIGH = 30;
const LEFT = 76; /* as of the time line */
const RIGHT = 6;

/* parts(bin): [[class, part]] of all ranks; view: of the time line;
 * show(from, to) zooms it. */
export function overview(model, { view, parts, show }) {
  const { bins, width: each } = model.pictures;
  const inner = () => picture.width - LEFT - RIGHT;
  const x = time => LEFT + time / model.length * inner();
  const time = px => Math.max(0, Math.min(model.length,
    (px - LEFT) / inner() * model.length));

  function drawRun(context) {
    for (let bin = 0; bin < bins; bin++) {
      const left = Math.round(x(bin * each));
      const wide = Math.round(x((bin + 1) * each)) - left;
      let y = HIGH;
      for (const [name, part] of wide > 0 ? parts(bin) : []) {
        context.fillStyle = classColor(name);
        context.fillRect(left, y - part * HIGH, wide, part * HIGH);
        y -= part * HIGH;
      }
    }
  }

  function draw(context, width) {
    drawRun(context);
    const [from, to] = [x(view.from), x(view.to)];
    context.fillStyle = themeColor("shade");
    context.fillRect(LEFT, 0, from - LEFT, HIGH);
    context.fillRect(to, 0, width - RIGHT - to, HIGH);
    context.strokeStyle = themeColor("accent");
    context.lineWidth = 2;
    context.strokeRect(from, 1, Math.max(2, to - from), HIGH - 2);
    context.lineWidth = 1;
    context.fillStyle = themeColor("muted");
    context.textAlign = "right";
    context.fillText("whole run", LEFT - 6, HIGH / 2);
    context.textAlign = "left";
  }

  const picture = new Picture("The whole run, and what is in view", {
    draw, height: () => HIGH, small: true,
    at: px => (px < LEFT ? null
      : { t: time(px), tip: [seconds(time(px) / 1e9), "click: go there"] }),
    pick: ({ t }) => {
      const half = (view.to - view.from) / 2;
      const middle = Math.max(half, Math.min(model.length - half, t));
      show(middle - half, middle + half);
    },
    drag: (x0, y0, x1, y1, done) => {
      if (!isFar(x0, x1))
        return null;
      if (done)
        show(...[time(x0), time(x1)].sort((a, b) => a - b));
      return { x0: Math.max(LEFT, x0), x1: Math.max(LEFT, x1), y0: 0,
               y1: HIGH };
    },
  });
  picture.box.classList.add("overview");
  return { picture, update() {
    const zoomed = view.from > 0 || view.to < model.length;
    picture.box.hidden = !zoomed;
    picture.describe(zoomed ? `In view: ${seconds(view.from / 1e9)} to ${
      seconds(view.to / 1e9)} of ${seconds(model.length / 1e9)}.` : "The whole run is in view.");
    if (zoomed)
      picture.redraw();
  } };
}
