/**
 * The API reference: one page and two scripts. The standalone script is Scalar's own bundle. The
 * page loads nothing from other hosts: no fonts, no telemetry, no assistants.
 */
export const docsPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>asbuilt: API reference</title>
<link rel="icon" href="data:,">
</head>
<body>
<div id="reference"></div>
<script src="/docs/standalone.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

export const docsStart = `Scalar.createApiReference("#reference", {
  url: "/openapi.json",
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: "never",
  hideClientButton: true,
  persistAuth: false,
  defaultOpenAllTags: false,
  authentication: { preferredSecurityScheme: "key" },
});
`;
