/** The headers of every API response: it is data, and only for the client that requested it. */
export const responseHeaders = {
  "Cache-Control": "no-store",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
} as const;

const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  // Scalar adds its styles to the page at run time.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/**
 * The headers of an HTML page: it can load files of this service only, and no page of another origin
 * shares its process or its window.
 */
export const pageHeaders = {
  ...responseHeaders,
  "Content-Security-Policy": pagePolicy,
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
} as const;

/**
 * The header of a response to a request that came by https: for a year, browsers use only https for
 * this host.
 */
export const strictTransport = ["Strict-Transport-Security", "max-age=31536000"] as const;
