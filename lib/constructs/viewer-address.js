// Runs at the edge for every request to the API. The gateway sees only the edge's address, and a caller could forge the
// header, so it is replaced by the viewer's address. CloudFront's engine supports little more than ES 5.1, see
// lib/local/gateway/edge-syntax.ts.

// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls the function by this name.
function handler(event) {
  const request = event.request;
  request.headers['tellhook-viewer-address'] = { value: event.viewer.ip };
  return request;
}
