/** What every answer of the interface carries besides its own: it is data, for who asked alone. */
export const answerHeaders = {
  "Cache-Control": "no-store",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
} as const;

const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  // Scalar writes its styles into the page as it runs.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** What a page for people carries: it may load what is served from here, and nothing else. */
export const pageHeaders = { ...answerHeaders, "Content-Security-Policy": pagePolicy } as const;
