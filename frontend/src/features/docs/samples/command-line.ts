/** A recorded terminal session, from the login with a key to a webhook as code. */
export const walk = `$ tellhook login --url http://localhost:4300 --stdin < key.txt
Signed in to localhost:4300 (1 webhook). The key is kept in ~/.config/tellhook/config.json
$ tellhook send deploys --sample github-push
Accepted as 0mws94wzt0o4o0hv09mid7cwakcu. To see the result: tellhook show 0mws94wzt0o4o0hv09mid7cwakcu
$ tellhook listen deploys --to 3000 --since 1h --record samples
Calls of Deploys → http://localhost:3000/ and samples. Ctrl+C ends it.
19:50:43  POST  octo-org/hello: mona pushed to main (760 B)  → 200 314 ms
^C
$ mv samples/*.json samples/push.json
$ tellhook test
ok   Deploys: samples/push.json
1 of 1 passed
$ tellhook plan
~ change webhook Deploys
    template: null → "{{pusher.name}} pushed to {{repository.full_name}}"
Plan 5aa28223647a9b7b. To do this and nothing else: tellhook apply --plan 5aa28223647a9b7b
$ tellhook apply --plan 5aa28223647a9b7b
changed webhook Deploys
$ tellhook plan
Nothing to change.`;

/** The config file that the session checks and applies. */
export const walkDocument = `{
  "tellhook": 1,
  "webhooks": {
    "Deploys": {
      "template": { "file": "deploys.tellhook" },
      "tests": [{ "call": "samples/push.json", "expect": { "contains": ["mona", "octo-org/hello"] } }]
    }
  }
}`;

/** A CI pipeline that tests messages on every push and applies the main branch to the account. */
export const pipeline = `jobs:
  webhooks:
    runs-on: ubuntu-latest
    env:
      TELLHOOK_URL: https://app.example.com
    steps:
      - uses: actions/checkout@v4
      - run: npm install --global ./tellhook-1.0.9.tgz
      - run: tellhook test
      - if: github.ref == 'refs/heads/main'
        run: tellhook apply --yes
        env:
          TELLHOOK_API_KEY: \${{ secrets.TELLHOOK_API_KEY }}`;

/** An AI assistant's configuration for the command-line tool. */
export const assistant = `{ "mcpServers": { "tellhook": { "command": "tellhook", "args": ["mcp"] } } }`;
