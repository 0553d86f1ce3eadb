import { describe, expect, it } from 'vitest';
import { readyMadeFor, readyMadeTemplates, sendersOf } from '../../lambdas/templates/ready-made/index.ts';
import { senders } from '../../lambdas/templates/ready-made/senders.gen.ts';
import { render } from '../../lambdas/templates/render.ts';
import { withoutTemplate } from '../../lambdas/templates/without-template.ts';
import { factsOf, githubCall, githubEvents, gitlabCall, gitlabEvents, knownCalls } from './ready-made-calls.ts';

describe('a call of a known sender', () => {
  it.each(knownCalls.map((call) => [call.id ?? call.message[0], call] as const))(
    'is recognised and becomes its expected message: %s',
    (_, call) => {
      const facts = factsOf(call);
      const known = readyMadeFor(facts);
      if (call.id) expect(known?.id).toBe(call.id);
      const result = render({ ...facts, template: known?.template ?? '' });
      expect('message' in result ? result.message.split('\n') : result).toEqual(call.message);
    },
  );

  it('needs no other sender’s messages', () => {
    for (const call of knownCalls) {
      const [first] = sendersOf(factsOf(call));
      expect(senders.find(({ slug }) => slug === first)?.sender).toBe(readyMadeFor(factsOf(call))?.sender);
    }
  });

  it('has a test for every template', () => {
    const tested = new Set(knownCalls.map((call) => readyMadeFor(factsOf(call))?.id));
    expect(
      readyMadeTemplates()
        .map(({ id }) => id)
        .filter((id) => !tested.has(id)),
    ).toEqual([]);
  });
});

/** A template has a different text for each action of an event type. */
describe('the verb of a headline comes from the action', () => {
  const { published, calls } = githubEvents;

  it.each(Object.entries(published))('GitHub %s', (event, actions) => {
    const call = calls.find((known) => known.event === event);
    if (!call) throw new Error(`no call of ${event}`);
    const sentences = actions.map((action) => {
      const facts = factsOf(githubCall({ ...call, action }));
      return render({ ...facts, template: readyMadeFor(facts)?.template ?? '' });
    });
    expect(readyMadeFor(factsOf(githubCall(call)))?.sender).toBe('GitHub');
    expect(new Set(sentences.map((said) => ('message' in said ? said.message.split('\n')[0] : said))).size).toBe(
      actions.length,
    );
  });

  it.each(Object.entries(gitlabEvents.published))('GitLab %s', (event, { at, actions }) => {
    const call = gitlabEvents.calls.find((known) => known.event === event);
    if (!call) throw new Error(`no call of ${event}`);
    const sentences = actions.map((action) => {
      const body = structuredClone(call.body) as Record<string, unknown>;
      const path = at.split('.');
      const holder = path.length > 1 ? (body[path[0] as string] as Record<string, unknown>) : body;
      holder[path.at(-1) as string] = action;
      const facts = factsOf(gitlabCall(body));
      return render({ ...facts, template: readyMadeFor(facts)?.template ?? '' });
    });
    expect(readyMadeFor(factsOf(gitlabCall(call.body)))?.sender).toBe('GitLab');
    expect(new Set(sentences.map((said) => ('message' in said ? said.message.split('\n')[0] : said))).size).toBe(
      actions.length,
    );
  });

  it('does not quote a deleted comment', () => {
    for (const { event, action, message, body } of calls) {
      const { comment } = body as { comment?: { body: string } };
      if (comment && action === 'deleted') expect(message.join('\n'), event).not.toContain(comment.body);
    }
  });
});

describe('the ready-made templates', () => {
  it('cover at least twenty senders, with a unique name for each sender and template', () => {
    expect(senders.length).toBeGreaterThanOrEqual(20);
    expect(new Set(senders.map(({ sender }) => sender)).size).toBe(senders.length);
    expect(new Set(readyMadeTemplates().map(({ id }) => id)).size).toBe(readyMadeTemplates().length);
  });

  it.each(readyMadeTemplates())('give a message even for an empty call: $id', ({ template }) => {
    expect(render({ template, body: '{}' })).toHaveProperty('message');
  });

  it('are not confused by objects with methods', () => {
    const strange = JSON.stringify({
      publisherId: { toString: 1 },
      eventType: { valueOf: 2 },
      message: { toString: null },
    });
    expect(readyMadeFor({ body: strange })).toBeUndefined();
  });

  it('leave unknown senders to the default message', () => {
    expect(readyMadeFor({ body: '{"hello":"world"}' })).toBeUndefined();
    expect(readyMadeFor({ body: '', headers: { 'X-GitHub-Event': 'unheard_of' } })).toBeUndefined();
    expect(readyMadeFor({ body: 'text', headers: {} })).toBeUndefined();
  });

  it('hide a secret written into a comment, and keep a signed link', () => {
    const comment = {
      body: `Use AKIA${'A1B2'.repeat(4)}.`,
      html_url: 'https://git.example/issues/7?token=0123456789ab',
    };
    const body = JSON.stringify({ action: 'created', issue: { number: 7, title: 'Deploy' }, comment });
    const { text } = withoutTemplate({ body, headers: { 'x-github-event': 'issue_comment' } }, 'Deploys');
    expect(text.split('\n').slice(1)).toEqual(['Use ***.', comment.html_url]);
  });

  it('distinguish a Forgejo or Gitea call from the GitHub call it imitates', () => {
    const call = { body: '{"commits":[]}', headers: { 'X-GitHub-Event': 'push', 'X-Gitea-Event': 'push' } };
    expect(readyMadeFor(call)?.sender).toBe('Gitea');
    expect(readyMadeFor({ ...call, headers: { ...call.headers, 'X-Forgejo-Event': 'push' } })?.sender).toBe('Forgejo');
  });
});
