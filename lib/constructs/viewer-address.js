// Runs at the edge for every call of the API. The gateway behind it sees only the edge's address, and a header that the
// caller wrote proves nothing, so the viewer's own address takes its place.

// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls the function by this name.
function handler(event) {
  const { request, viewer } = event;
  request.headers['tellhook-viewer-address'] = { value: viewer.ip };
  return request;
}
