/** GitHub's signature, which many services have adopted: HMAC-SHA256 of the raw body, in hex with a prefix. */
export const githubSamples = {
  JavaScript: `import { createHmac, timingSafeEqual } from 'node:crypto';

// rawBody: the bytes as they came, before any JSON.parse. header: X-Hub-Signature-256
export function cameFromGitHub(rawBody, header, secret) {
  const wanted = 'sha256=' + createHmac('sha256', secret).update(rawBody).digest('hex');
  return header.length === wanted.length && timingSafeEqual(Buffer.from(header), Buffer.from(wanted));
}`,
  Python: `import hashlib, hmac

# raw_body: the bytes as they came, before any json.loads. header: X-Hub-Signature-256
def came_from_github(raw_body: bytes, header: str, secret: str) -> bool:
    wanted = "sha256=" + hmac.new(secret.encode(), raw_body, hashlib.sha256).hexdigest()
    return hmac.compare_digest(header, wanted)`,
  curl: `# The secret of the webhook at GitHub, and the raw body of the call in body.json
openssl dgst -sha256 -hmac "$SECRET" body.json
# Compare the result with the header x-hub-signature-256 of the call`,
};

/** Reads a stored call from the API and verifies it. */
export const storedCallSamples = {
  JavaScript: `// id: the invocation's id. token: the access_token of a sign-in.
const response = await fetch(\`https://APP-HOST/api/invocation/\${id}\`, {
  headers: { Authorization: \`Bearer \${token}\` },
});
const { raw_headers, raw_body } = await response.json();
const headers = JSON.parse(raw_headers);
console.log(cameFromGitHub(raw_body, headers['x-hub-signature-256'], process.env.SECRET));`,
  Python: `import json, os, urllib.request

# id: the invocation's id. token: the access_token of a sign-in.
request = urllib.request.Request(
    f"https://APP-HOST/api/invocation/{id}", headers={"Authorization": f"Bearer {token}"}
)
call = json.load(urllib.request.urlopen(request))
headers = json.loads(call["raw_headers"])
print(came_from_github(call["raw_body"].encode(), headers["x-hub-signature-256"], os.environ["SECRET"]))`,
  curl: `curl -s https://APP-HOST/api/invocation/$ID -H "Authorization: Bearer $TOKEN" > call.json
jq -j .raw_body call.json | openssl dgst -sha256 -hmac "$SECRET"
jq -r '.raw_headers | fromjson | .["x-hub-signature-256"]' call.json`,
};

export const stripeSamples = {
  JavaScript: `import { createHmac, timingSafeEqual } from 'node:crypto';

// header: Stripe-Signature, for example t=1700000000,v1=8042…. secret: whsec_…, used as it is
export function cameFromStripe(rawBody, header, secret, nowSeconds = Date.now() / 1000) {
  const parts = header.split(',').map((part) => part.split('='));
  const time = parts.find(([name]) => name === 't')?.[1];
  if (!time || Math.abs(nowSeconds - Number(time)) > 300) return false;
  const wanted = createHmac('sha256', secret).update(\`\${time}.\`).update(rawBody).digest();
  return parts
    .filter(([name]) => name === 'v1')
    .map(([, hex]) => Buffer.from(hex, 'hex'))
    .some((given) => given.length === wanted.length && timingSafeEqual(given, wanted));
}`,
  Python: `import hashlib, hmac, time

# header: Stripe-Signature, for example t=1700000000,v1=8042…. secret: whsec_…, used as it is
def came_from_stripe(raw_body: bytes, header: str, secret: str, now=None) -> bool:
    parts = [part.split("=", 1) for part in header.split(",")]
    stamp = next((value for name, value in parts if name == "t"), "0")
    if abs((now or time.time()) - int(stamp)) > 300:
        return False
    wanted = hmac.new(secret.encode(), stamp.encode() + b"." + raw_body, hashlib.sha256).hexdigest()
    return any(name == "v1" and hmac.compare_digest(value, wanted) for name, value in parts)`,
};

export const slackSamples = {
  JavaScript: `import { createHmac, timingSafeEqual } from 'node:crypto';

// time: X-Slack-Request-Timestamp, header: X-Slack-Signature
export function cameFromSlack(rawBody, time, header, secret, nowSeconds = Date.now() / 1000) {
  if (Math.abs(nowSeconds - Number(time)) > 300) return false;
  const wanted = 'v0=' + createHmac('sha256', secret).update(\`v0:\${time}:\`).update(rawBody).digest('hex');
  return header.length === wanted.length && timingSafeEqual(Buffer.from(header), Buffer.from(wanted));
}`,
  Python: `import hashlib, hmac, time

# stamp: X-Slack-Request-Timestamp, header: X-Slack-Signature
def came_from_slack(raw_body: bytes, stamp: str, header: str, secret: str, now=None) -> bool:
    if abs((now or time.time()) - int(stamp)) > 300:
        return False
    base = b"v0:" + stamp.encode() + b":" + raw_body
    return hmac.compare_digest(header, "v0=" + hmac.new(secret.encode(), base, hashlib.sha256).hexdigest())`,
};

/** Standard Webhooks signatures, used by our HTTP targets, GitLab's signing tokens, Svix and other services. */
export const standardSamples = {
  JavaScript: `import { createHmac, timingSafeEqual } from 'node:crypto';

// headers: lower-case names. secret: whsec_…, as it was shown once
export function isGenuine(rawBody, headers, secret, nowSeconds = Date.now() / 1000) {
  const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': given } = headers;
  if (!id || !given || !(Math.abs(nowSeconds - Number(time)) <= 300)) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const wanted = createHmac('sha256', key).update(\`\${id}.\${time}.\`).update(rawBody).digest();
  return given
    .split(' ')
    .filter((each) => each.startsWith('v1,'))
    .map((each) => Buffer.from(each.slice(3), 'base64'))
    .some((each) => each.length === wanted.length && timingSafeEqual(each, wanted));
}`,
  Python: `import base64, hashlib, hmac, time

# headers: lower-case names. secret: whsec_…, as it was shown once
def is_genuine(raw_body: bytes, headers: dict, secret: str, now=None) -> bool:
    stamp = headers.get("webhook-timestamp", "0")
    if abs((now or time.time()) - int(stamp)) > 300:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    base = f"{headers['webhook-id']}.{stamp}.".encode() + raw_body
    wanted = "v1," + base64.b64encode(hmac.new(key, base, hashlib.sha256).digest()).decode()
    return any(hmac.compare_digest(each, wanted) for each in headers["webhook-signature"].split(" "))`,
};

export const shopifySamples = {
  JavaScript: `import { createHmac, timingSafeEqual } from 'node:crypto';

// header: X-Shopify-Hmac-Sha256
export function cameFromShopify(rawBody, header, secret) {
  const wanted = createHmac('sha256', secret).update(rawBody).digest('base64');
  return header.length === wanted.length && timingSafeEqual(Buffer.from(header), Buffer.from(wanted));
}`,
  Python: `import base64, hashlib, hmac

# header: X-Shopify-Hmac-Sha256
def came_from_shopify(raw_body: bytes, header: str, secret: str) -> bool:
    wanted = base64.b64encode(hmac.new(secret.encode(), raw_body, hashlib.sha256).digest()).decode()
    return hmac.compare_digest(header, wanted)`,
};
