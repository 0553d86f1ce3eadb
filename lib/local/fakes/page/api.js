/** Calls `/__fakes/api/…`; throws an Error with the server's own words when it refuses. */
export const api = async (method, path, body) => {
  const response = await fetch(`/__fakes/api/${path}`, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error ?? `The local server answered ${response.status}.`);
  return answer;
};
