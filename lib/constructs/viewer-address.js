// Runs at the edge for every request to the API. The gateway behind it sees only the edge's address, and a caller's
// header proves nothing, so the viewer's own address replaces it. CloudFront's engine knows ES 5.1 and little more, see
// lib/local/gateway/edge-syntax.ts.

// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls the function by this name.
function handler(event) {
  const request = event.request;
  request.headers['tellhook-viewer-address'] = { value: event.viewer.ip };
  return request;
}
