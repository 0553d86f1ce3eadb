/** A sign-in, and a call with the returned token. */
export const signInSamples = {
  curl: `TOKEN=$(curl -s https://APP-HOST/api/user/login -H 'Content-Type: application/json' \\
  -d '{"email": "you@example.com", "password": "…"}' | jq -r .access_token)
curl -s https://APP-HOST/api/webhooks -H "Authorization: Bearer $TOKEN"`,
  JavaScript: `const api = 'https://APP-HOST/api';
const login = await fetch(\`\${api}/user/login\`, {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({ email: 'you@example.com', password: '…' }),
});
const { access_token } = await login.json();
const webhooks = await fetch(\`\${api}/webhooks\`, { headers: { Authorization: \`Bearer \${access_token}\` } });
console.log(await webhooks.json());`,
  Python: `import json, urllib.request

api = "https://APP-HOST/api"
login = urllib.request.Request(
    f"{api}/user/login",
    data=json.dumps({"email": "you@example.com", "password": "…"}).encode(),
    headers={"Content-Type": "application/json"},
)
token = json.load(urllib.request.urlopen(login))["access_token"]
webhooks = urllib.request.Request(f"{api}/webhooks", headers={"Authorization": f"Bearer {token}"})
print(json.load(urllib.request.urlopen(webhooks)))`,
};
