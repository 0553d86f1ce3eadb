/** A first call, in each language. */
export const callSamples = (url: string) => ({
  curl: `curl ${url} \\
  -H 'Content-Type: application/json' \\
  -d '{"event": "order.created", "customer": "Acme", "total": 42}'`,
  JavaScript: `const response = await fetch('${url}', {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({ event: 'order.created', customer: 'Acme', total: 42 }),
});
console.log(response.status, await response.json()); // 202 { id: '…' }`,
  Python: `import json, urllib.request

request = urllib.request.Request(
    "${url}",
    data=json.dumps({"event": "order.created", "customer": "Acme", "total": 42}).encode(),
    headers={"Content-Type": "application/json"},
    method="POST",
)
with urllib.request.urlopen(request) as response:
    print(response.status, json.load(response))  # 202 {'id': '…'}`,
});

/** A call without a body: the query is the payload. */
export const querySamples = (url: string) => ({
  curl: `curl '${url}?event=backup.done&host=db-1&seconds=42'`,
  JavaScript: `const query = new URLSearchParams({ event: 'backup.done', host: 'db-1', seconds: '42' });
await fetch(\`${url}?\${query}\`);`,
  Python: `import urllib.parse, urllib.request

query = urllib.parse.urlencode({"event": "backup.done", "host": "db-1", "seconds": 42})
urllib.request.urlopen("${url}?" + query)`,
});

/** A caller that retries when the response asks for it. */
export const patientSamples = (url: string) => ({
  curl: `curl --retry 5 --retry-all-errors --fail ${url} -d @payload.json \\
  -H 'Content-Type: application/json'`,
  JavaScript: `async function send(payload, tries = 5) {
  for (let n = 1; ; n++) {
    const response = await fetch('${url}', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(payload),
    }).catch(() => undefined);
    if (response?.ok) return response.json();
    // Waiting does not help with 404 and 413. A used-up quota (429) waits for midnight UTC.
    if (n === tries || [404, 413, 429].includes(response?.status)) throw new Error(\`refused: \${response?.status}\`);
    const seconds = Number(response?.headers.get('retry-after')) || 2 ** n;
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  }
}`,
  Python: `import json, time, urllib.error, urllib.request

def send(payload, tries=5):
    request = urllib.request.Request(
        "${url}",
        data=json.dumps(payload).encode(),
        headers={"Content-Type": "application/json"},
    )
    for n in range(1, tries + 1):
        seconds = 2 ** n
        try:
            return json.load(urllib.request.urlopen(request, timeout=10))
        except urllib.error.HTTPError as error:
            # 404 and 413 do not change by waiting; a used up quota (429) waits for midnight UTC.
            if n == tries or error.code in (404, 413, 429):
                raise
            seconds = int(error.headers.get("Retry-After") or seconds)
        except urllib.error.URLError:
            if n == tries:
                raise
        time.sleep(seconds)`,
});
