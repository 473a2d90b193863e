/** Returns the contrast ratio of two colours `#rrggbb` or `#rgb`, from 1 to 21, as WCAG 2 defines it. */
export function contrastOf(a: string, b: string): number {
  const [bright, dim] = [luminanceOf(a), luminanceOf(b)].toSorted((x, y) => y - x);
  return (bright! + 0.05) / (dim! + 0.05);
}

function luminanceOf(colour: string): number {
  const digits = colour.length === 4 ? 1 : 2;
  const [red, green, blue] = [0, 1, 2].map((at) => {
    const hex = colour.slice(1 + at * digits, 1 + (at + 1) * digits);
    const share = Number.parseInt(hex.padStart(2, hex), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

/** The least ratios of WCAG 2.2 AA: for text, and for lines and signs that mean something. */
export const contrastMin = { text: 4.5, sign: 3 } as const;

/** A colour that stands on another one, by the names of their tokens. */
export interface Pair {
  readonly ink: string;
  readonly on: string;
  readonly use: keyof typeof contrastMin;
}

const surfaces = ["ground", "surface", "raised"];
const washes = ["accent-wash", "good-wash", "caution-wash", "bad-wash"];

const pairsOf = (use: Pair["use"], inks: readonly string[], grounds: readonly string[]): Pair[] =>
  inks.flatMap((ink) => grounds.map((on) => ({ ink, on, use })));

/** Every pair that the parts make. `line` is not among them: it only divides, and says nothing. */
export const pairs: readonly Pair[] = [
  ...pairsOf("text", ["ink", "ink-soft"], [...surfaces, ...washes]),
  ...pairsOf("text", ["accent", "good", "caution", "bad"], surfaces),
  ...["accent", "good", "caution", "bad"].map((ink): Pair => ({
    ink,
    on: `${ink}-wash`,
    use: "text",
  })),
  { ink: "accent-ink", on: "accent", use: "text" },
  ...pairsOf("sign", ["line-strong", "focus"], surfaces),
  ...pairsOf("sign", ["focus"], washes),
];
