// Runs at the edge for every request that is not for the API. A path without a file extension is a page: its
// prerendered document if there is one, otherwise the application. PRERENDERED_PATHS is filled in at synthesis.
// CloudFront's engine supports little more than ES 5.1, see lib/local/gateway/edge-syntax.ts.
const prerendered = PRERENDERED_PATHS;

// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls the function by this name.
function handler(event) {
  const request = event.request;
  const path = request.uri.replace(/\/+$/, '');
  if (path.slice(path.lastIndexOf('/')).includes('.')) return request;
  request.uri = prerendered.includes(path) ? `${path}/index.html` : '/app.html';
  return request;
}
