import { type Chart, formatCount } from "./section.ts";

const width = 720;
const left = 240;
const right = 90;
const top = 44;
const rowHeight = 30;
const barHeight = 18;

/** Draws a chart of horizontal bars as SVG. */
export function toSvg({ title, unit, bars, mark }: Chart): string {
  const largest = Math.max(...bars.map(({ value }) => value), mark?.value ?? 0);
  const scale = (value: number) => Math.max(1, (value / largest) * (width - left - right));
  const height = top + bars.length * rowHeight + 12;
  const rows = bars.map(({ label, value, tone }, row) => {
    const y = top + row * rowHeight;
    const middle = y + barHeight / 2 + 4;
    const number = value < 100 ? value.toPrecision(3) : formatCount(value);
    return `
  <text x="${left - 8}" y="${middle}" text-anchor="end">${escapeXml(label)}</text>
  <rect x="${left}" y="${y}" width="${scale(value).toFixed(1)}" height="${barHeight}" rx="2" fill="${colours[tone ?? "plain"]}"/>
  <text x="${(left + scale(value) + 6).toFixed(1)}" y="${middle}">${number}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escapeXml(title)}" font-family="system-ui, sans-serif" font-size="12" fill="#1f2933">
  <rect width="100%" height="100%" fill="#ffffff"/>
  <text x="12" y="22" font-size="15" font-weight="600">${escapeXml(title)}</text>
  <text x="${width - 12}" y="22" text-anchor="end" fill="#616e7c">${escapeXml(unit)}</text>${rows.join("")}${mark ? markLine(left + scale(mark.value), height, mark.label) : ""}
</svg>
`;
}

const colours = { own: "#2563eb", plain: "#9aa5b1", missed: "#c2410c" };

const markLine = (x: number, height: number, label: string) => `
  <line x1="${x.toFixed(1)}" y1="${top - 6}" x2="${x.toFixed(1)}" y2="${height - 8}" stroke="#1f2933" stroke-dasharray="3 3"/>
  <text x="${x.toFixed(1)}" y="${top - 10}" text-anchor="middle" font-size="11">${escapeXml(label)}</text>`;

const escapeXml = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
