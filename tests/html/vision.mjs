/* SPDX-License-Identifier: BSD-3-Clause */
/* How far apart colours are for people with each kind of colour vision.
 *
 * The matrices are those of G. M. Machado, M. M. Oliveira, L. A. F. Fernandes,
 * "A Physiologically-based Model for Simulation of Color Vision Deficiency",
 * IEEE TVCG 15 (2009), for what is wholly missing, on linear RGB.  Distances
 * are those of CIE 1976 L*a*b*. */
const VISIONS = {
  normal: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  protanopia: [[0.152286, 1.052583, -0.204868],
               [0.114503, 0.786281, 0.099216],
               [-0.003882, -0.048116, 1.051998]],
  deuteranopia: [[0.367322, 0.860646, -0.227968],
                 [0.280085, 0.672501, 0.047413],
                 [-0.011820, 0.042940, 0.968881]],
  tritanopia: [[1.255528, -0.076749, -0.178779],
               [-0.078411, 0.930809, 0.147602],
               [0.004733, 0.691367, 0.303900]],
};
const TO_XYZ = [[0.4124564, 0.3575761, 0.1804375],
                [0.2126729, 0.7151522, 0.0721750],
                [0.0193339, 0.1191920, 0.9503041]];
const WHITE = [0.95047, 1, 1.08883];

const times = (matrix, vector) => matrix.map(row => row.reduce(
  (sum, value, i) => sum + value * vector[i], 0));

const linear = color => [1, 3, 5].map(i => {
  const part = parseInt(color.slice(i, i + 2), 16) / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
});

function lab(rgb) {
  const [x, y, z] = times(TO_XYZ, rgb).map((value, i) => value / WHITE[i])
    .map(t => (t > 216 / 24389 ? Math.cbrt(t) : (24389 / 27 * t + 16) / 116));
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

function apart(a, b, matrix) {
  const [p, q] = [a, b].map(color => lab(times(matrix, linear(color)).map(
    part => Math.max(0, Math.min(1, part)))));
  return Math.hypot(...p.map((value, i) => value - q[i]));
}

/* The two of some colours by name that are nearest to each other. */
export function nearest(colors) {
  const names = Object.keys(colors);
  return Object.entries(VISIONS).flatMap(([vision, matrix]) => names.flatMap(
    (a, i) => names.slice(i + 1).map(b => ({ vision, a, b,
      distance: apart(colors[a], colors[b], matrix) }))))
    .sort((one, other) => one.distance - other.distance)[0];
}

/* As WCAG 2 has it. */
export function contrast(a, b) {
  const [x, y] = [a, b].map(color => times(TO_XYZ, linear(color))[1] + 0.05);
  return Math.max(x / y, y / x);
}
