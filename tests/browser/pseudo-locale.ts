import type { Page } from "playwright-core";

const plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const accented = "ÀƁÇÐÉƑĜĤÎĴĶĻṀÑÔÞǪŔŠŢÛṼŴẊÝŽàƀçðéƒĝĥîĵķļɱñôþǫŕšţûṽŵẋýž";

const accent = (letter: string) => {
  const other = accented[plain.indexOf(letter)]!;
  return /[aeiou]/i.test(letter) ? other + other : other;
};

/** Writes a text with letters that no text of the plant has, and a third longer. */
export const pseudo = (text: string): string =>
  text
    .split(/(<\/?\d+\/?>)/)
    .map((part, index) => (index % 2 === 0 ? part.replaceAll(/[a-z]/gi, accent) : part))
    .join("");

/** A compiled message: texts, and values such as `["count", "plural", { one: […], other: […] }]`. */
type Token = string | readonly [name: string, kind?: string, cases?: Cases];
type Cases = string | Readonly<Record<string, readonly Token[]>>;

function pseudoToken(token: Token): Token {
  if (typeof token === "string") return pseudo(token);
  const [name, kind, cases] = token;
  if (typeof cases !== "object") return token;
  const entries = Object.entries(cases).map(([key, tokens]) => [key, tokens.map(pseudoToken)]);
  return [name, kind!, Object.fromEntries(entries)];
}

/**
 * Has the page speak a language that nobody does: the real console with another catalogue. A text
 * that is not in the catalogue stays plain, and a text that has no room becomes visible.
 */
export async function speakPseudo(page: Page): Promise<void> {
  await page.route(/\/assets\/en-[\w-]+\.js$/, async (route) => {
    const built = await (await route.fetch()).text();
    const source = `data:text/javascript,${encodeURIComponent(built)}`;
    // The file is a module that exports the messages, as the build has made it.
    const { messages } = (await import(/* @vite-ignore */ source)) as {
      readonly messages: Readonly<Record<string, readonly Token[]>>;
    };
    const entries = Object.entries(messages).map(([id, tokens]) => [id, tokens.map(pseudoToken)]);
    const body = `export const messages = ${JSON.stringify(Object.fromEntries(entries))}`;
    await route.fulfill({ contentType: "text/javascript", body });
  });
  await page.reload();
}
