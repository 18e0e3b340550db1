/* SPDX-License-Identifier: BSD-3-Clause */
/* Numbers and texts as base/bytes.h writes them. */
import { unzlibSync } from "fflate";

export class Reader {
  constructor(data) {
    this.data = data;
    this.at = 0;
    this.text = new TextDecoder();
  }

  number() {
    let value = 0;
    let scale = 1;
    for (;;) {
      const byte = this.data[this.at++];
      if (byte === undefined)
        throw new Error("the data of the pictures ends early");
      value += (byte & 127) * scale;
      if (byte < 128)
        return value;
      scale *= 128;
    }
  }

  /* Below and above 0 by turns. */
  signed() {
    const value = this.number();
    return value % 2 === 1 ? -(value + 1) / 2 : value / 2;
  }

  numbers(count) {
    const out = new Float64Array(count);
    const { data } = this;
    let at = this.at;
    for (let i = 0; i < count; i++) {
      let value = 0;
      let scale = 1;
      let byte = data[at++];
      while (byte > 127) {
        value += (byte & 127) * scale;
        scale *= 128;
        byte = data[at++];
      }
      out[i] = value + byte * scale;
    }
    if (at > data.length)
      throw new Error("the data of the pictures ends early");
    this.at = at;
    return out;
  }

  bytes(count) {
    if (this.at + count > this.data.length)
      throw new Error("the data of the pictures ends early");
    this.at += count;
    return this.data.subarray(this.at - count, this.at);
  }

  string() {
    return this.text.decode(this.bytes(this.number()));
  }
}

/* What render_html.c has put into the element; null: it is not there. */
export function inflated(id) {
  const element = document.getElementById(id);
  if (!element)
    return null;
  const binary = atob(element.textContent.trim());
  const deflated = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++)
    deflated[i] = binary.charCodeAt(i);
  return unzlibSync(deflated);
}
