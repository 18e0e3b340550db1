/* SPDX-License-Identifier: BSD-3-Clause */
/* The axis of time below a picture: round numbers, and their unit at the left. */
import { themeColor } from "../base/colors.js";
import { steps, unitOf } from "../base/format.js";

/* view: from and to in ns; x: of a time in pixels. */
export function timeAxis(context, width, { view, x, top, left }) {
  const [scale, unit] = unitOf(view.to / 1e9);
  const marks = steps(view.from / 1e9 / scale, view.to / 1e9 / scale,
                      Math.max(2, Math.min(8, Math.floor(width / 90))));
  const step = marks.length > 1 ? marks[1] - marks[0] : 1;
  const places = Math.max(0, Math.min(9, -Math.floor(Math.log10(step) +
                                                     1e-9)));
  context.fillStyle = themeColor("muted");
  context.textAlign = "center";
  const name = `[${unit}]`;
  const behind = Math.max(left - 18, context.measureText(name).width + 1);
  let end = behind + 4;
  for (const mark of marks) {
    const px = x(mark * scale * 1e9, width);
    const text = mark.toFixed(places);
    const half = context.measureText(text).width / 2;
    /* The first is not lost to the unit, nor the last to the edge. */
    const middle = Math.max(mark === marks[0] ? end + half : 0,
                            Math.min(px, width - half));
    context.fillRect(px, top, 1, 5);
    if (middle - half < end - 1)
      continue;
    end = middle + half + 6;
    context.fillText(text, middle, top + 14);
  }
  context.textAlign = "right";
  context.fillText(name, behind, top + 14);
  context.textAlign = "left";
}
