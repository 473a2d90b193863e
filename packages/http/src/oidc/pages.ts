import { pageHeaders } from "../response/response-headers.ts";

const escaped = (text: string) =>
  text.replaceAll(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);

/** Responds with a page that says why nobody was signed in. */
export const failurePage = (
  status: number,
  sentence: string,
  headers: Readonly<Record<string, string>> = {},
): Response =>
  new Response(
    `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>asbuilt: sign-in</title><link rel="icon" href="data:,"></head>
<body>
<h1>You are not signed in</h1>
<p>${escaped(sentence)}</p>
<p><a href="/sign-in/start">Try again</a> or <a href="/console/">go to the console</a>.</p>
</body>
</html>
`,
    { status, headers: { ...pageHeaders, "Content-Type": "text/html; charset=utf-8", ...headers } },
  );
