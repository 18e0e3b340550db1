/* SPDX-License-Identifier: BSD-3-Clause */
/* What belongs together on the time line: the arrows of messages, the calls of
 * one collective, and the call that a search has found. */
import { themeColor } from "../base/colors.js";
import { lineKey, once, rowKey } from "../data/windows.js";

const MANY_ARROWS = 400; /* then only those of selected ranks; */
const ARROW_WIDE = 4;    /* and if more than one is in so many pixels */

/* [message, key]: a number in the key keeps equal messages of a window apart. */
function numbered(messages) {
  const counts = new Map();
  return messages.map(message => {
    const { from, to, sent, received } = message;
    const key = `${from} ${to} ${sent} ${received}`;
    const number = counts.get(key) || 0;
    counts.set(key, number + 1);
    return [message, `${key} ${number}`];
  });
}

export class Arrows {
  constructor(calls) {
    this.calls = calls;
    [this.all, this.drawn] = [0, 0]; /* messages in view */
  }

  /* Messages that are in view, with both ends in rows. */
  messages(scene, shown) {
    const rows = new Map(scene.groups.map((group, row) => (
      group.length === 1 ? [lineKey(group[0]), row] : ["", row])));
    const lists = shown.flatMap(
      ({ piece }) => this.calls.windows.listsOf(piece));
    const ends = m => [rowKey({ rank: m.from, thread: m.fromThread }),
                       rowKey({ rank: m.to, thread: m.toThread })];
    const found = once(lists.flatMap(list => numbered(list.messages)),
                       ([, key]) => key).map(([message]) => message)
      .filter(message => (
        message.received >= scene.from && message.sent <= scene.to &&
        ends(message)[0] !== ends(message)[1] &&
        ends(message).every(key => rows.has(key))));
    return found.map(m => [m, ...ends(m).map(key => rows.get(key))]);
  }

  /* Those that are drawn; notes how many there are. */
  count(scene, shown) {
    const all = this.messages(scene, shown);
    const { selection } = this.calls;
    const many = Math.min(MANY_ARROWS, (scene.right - scene.left) / ARROW_WIDE);
    const some = selection.ranks || all.length > many
      ? all.filter(([message]) => this.isHot(message) ||
        (selection.ranks && (selection.has(message.from) ||
                             selection.has(message.to))))
      : all;
    [this.all, this.drawn] = [all.length, some.length];
    return some;
  }

  /* All of it, over the calls. */
  draw(context, scene, shown) {
    this.drawArrows(context, scene, shown);
    this.drawTogether(context, scene, shown);
    this.drawChosen(context, scene);
  }

  drawArrows(context, scene, shown) {
    const some = this.count(scene, shown);
    context.save();
    context.beginPath();
    context.rect(scene.left, 0, scene.right - scene.left, scene.height);
    context.clip();
    context.globalAlpha = some.length > 60 ? 0.6 : 0.9;
    for (const [message, from, to] of some) {
      const hot = this.isHot(message);
      context.lineWidth = hot ? 2.5 : 1;
      context.strokeStyle = context.fillStyle = themeColor(hot ? "accent"
        : "text");
      this.drawArrow(context, scene.x(message.sent), scene.middle(from),
                     scene.x(message.received), scene.middle(to));
    }
    context.restore();
  }

  /* Of the call at the pointer. */
  isHot(message) {
    if (!this.calls.hot)
      return false;
    const { call, list } = this.calls.hot;
    return (message.to === list.rank && message.toThread === list.thread &&
            message.received === call.end) ||
      (message.from === list.rank && message.fromThread === list.thread &&
       message.sent === call.begin);
  }

  drawArrow(context, x0, y0, x1, y1) {
    const length = Math.hypot(x1 - x0, y1 - y0) || 1;
    const [dx, dy] = [(x1 - x0) / length * 7, (y1 - y0) / length * 7];
    context.beginPath();
    context.moveTo(x0, y0);
    context.lineTo(x1, y1);
    context.stroke();
    context.beginPath();
    context.moveTo(x1, y1);
    context.lineTo(x1 - dx - dy * 0.4, y1 - dy + dx * 0.4);
    context.lineTo(x1 - dx + dy * 0.4, y1 - dy - dx * 0.4);
    context.fill();
  }

  /* All calls that are one collective with that at the pointer. */
  drawTogether(context, scene, shown) {
    const { call } = this.calls.hot || {};
    if (!call || !shown.some(({ piece }) => piece === this.calls.hot.piece))
      return;
    context.save();
    context.beginPath();
    context.rect(scene.left, 0, scene.right - scene.left, scene.height);
    context.clip();
    context.strokeStyle = themeColor("text");
    const way = [];
    scene.groups.forEach((group, row) => {
      const same = shown.map(({ piece }) => this.sameIn(piece, group, call))
        .find(Boolean);
      if (same)
        way.push(this.frame(context, scene, row, same));
    });
    context.setLineDash([4, 3]);
    context.lineWidth = 1.5;
    context.beginPath();
    way.forEach(([x, y], i) => (i === 0 ? context.moveTo(x, y)
      : context.lineTo(x, y)));
    context.stroke();
    context.restore();
  }

  sameIn(piece, group, call) {
    const list = this.calls.listAt(piece, group);
    return list && list.calls.find(other => other === call ||
      (call.comm >= 0 && other.comm === call.comm &&
       other.instance === call.instance));
  }

  frame(context, scene, row, call) {
    const [top, bottom] = [scene.place.y(row), scene.place.y(row + 1) - 1];
    context.lineWidth = 2;
    context.strokeRect(scene.x(call.begin), top + 1, Math.max(2, scene.x(
      call.end) - scene.x(call.begin)), bottom - top - 2);
    return [scene.x(call.begin), (top + bottom) / 2];
  }

  /* The call that a search has found, and a mark above it. */
  drawChosen(context, scene) {
    const { chosen } = this.calls;
    const row = chosen ? scene.groups.findIndex(group => (
      group.length === 1 && lineKey(group[0]) === rowKey(chosen))) : -1;
    if (row < 0 || chosen.end < scene.from || chosen.begin > scene.to)
      return;
    context.save();
    context.beginPath();
    context.rect(scene.left, 0, scene.right - scene.left, scene.height);
    context.clip();
    context.strokeStyle = context.fillStyle = themeColor("text");
    const [x] = this.frame(context, scene, row, chosen);
    const tip = Math.max(scene.left + 5, x);
    const top = scene.place.y(row);
    context.beginPath();
    context.moveTo(tip - 5, top - 7);
    context.lineTo(tip + 5, top - 7);
    context.lineTo(tip, top);
    context.fill();
    context.restore();
  }
}
