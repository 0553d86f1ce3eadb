// Runs at the edge for every request that is not for the API. A path without a file extension is a page: its own
// prerendered document where the build made one, the application otherwise. PRERENDERED_PATHS is filled in at synthesis.
// CloudFront's engine knows ES 5.1 and little more, see lib/local/gateway/edge-syntax.ts.
const prerendered = PRERENDERED_PATHS;

// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls the function by this name.
function handler(event) {
  const request = event.request;
  const path = request.uri.replace(/\/+$/, '');
  if (path.slice(path.lastIndexOf('/')).includes('.')) return request;
  request.uri = prerendered.includes(path) ? `${path}/index.html` : '/app.html';
  return request;
}
