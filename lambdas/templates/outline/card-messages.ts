import { type Action, type Dictionary, type Fact, isDictionary, own } from './outline.ts';
import { actionOf, cardText, factOf, isDefined, listOf, type Piece, severityOfColour } from './pieces.ts';

/** Splits a Teams connector card, an Adaptive Card or a Google Chat card into pieces; undefined for others. */
export function cardMessage(payload: Dictionary): Piece[] | undefined {
  if (
    /^https?:\/\/schema\.org\/(?:ext|extensions)$/i.test(String(payload['@context'])) ||
    payload['@type'] === 'MessageCard'
  )
    return connectorCard(payload);
  if (payload.type === 'AdaptiveCard') return adaptiveCard(payload);
  const attached = listOf(payload.attachments)
    .map((each) => own(each, 'content'))
    .filter(isDictionary)
    .filter(({ type }) => type === 'AdaptiveCard');
  if (attached.length > 0) {
    const lead = cardText(payload.text ?? payload.summary);
    const said = attached.flatMap(adaptiveCard);
    return said.length > 0 ? said : lead === '' ? undefined : [{ text: lead }];
  }
  const cards = [...listOf(payload.cardsV2).map((each) => own(each, 'card')), ...listOf(payload.cards)].filter(
    isDictionary,
  );
  if (cards.length === 0) return undefined;
  return [...(cardText(payload.text) === '' ? [] : [{ text: cardText(payload.text) }]), ...cards.flatMap(chatCard)];
}

const openUri = (action: unknown): Action | undefined => {
  const targets = listOf(own(action, 'targets'));
  const uri = own(targets.find((each) => own(each, 'os') === 'default') ?? targets[0], 'uri') ?? own(action, 'target');
  return actionOf(own(action, 'name'), Array.isArray(uri) ? uri[0] : uri);
};

function connectorCard(card: Dictionary): Piece[] {
  const severity = severityOfColour(card.themeColor);
  const sections = listOf(card.sections).filter(isDictionary);
  const title = cardText(card.title ?? (card.text === undefined && sections.length === 0 ? card.summary : undefined));
  return [
    {
      ...(title !== '' && { title }),
      text: cardText(card.text),
      actions: listOf(card.potentialAction).map(openUri).filter(isDefined),
      ...(severity && { severity }),
    },
    ...sections.map(
      (section): Piece => ({
        title: cardText(section.title ?? section.activityTitle),
        text: [
          section.title === undefined ? undefined : section.activityTitle,
          section.activitySubtitle,
          section.activityText,
          section.text,
        ]
          .map(cardText)
          .filter((text) => text !== '')
          .join('\n'),
        facts: listOf(section.facts)
          .map((fact) => factOf(own(fact, 'name'), own(fact, 'value'), cardText))
          .filter(isDefined),
        actions: listOf(section.potentialAction).map(openUri).filter(isDefined),
      }),
    ),
  ];
}

/** Reads the elements of an Adaptive Card in order, and columns from left to right. */
function adaptiveCard(card: Dictionary): Piece[] {
  const pieces: Piece[] = [];
  const visit = (element: unknown, depth: number): void => {
    if (!isDictionary(element) || depth > 8 || pieces.length > 200) return;
    switch (element.type) {
      case 'TextBlock':
        pieces.push({ text: cardText(element.text), ...severityOf(element.color) });
        return;
      case 'RichTextBlock':
        pieces.push({
          text: listOf(element.inlines)
            .map((each) => (typeof each === 'string' ? each : String(own(each, 'text') ?? '')))
            .join(''),
        });
        return;
      case 'FactSet':
        pieces.push({
          facts: listOf(element.facts)
            .map((fact) => factOf(own(fact, 'title'), own(fact, 'value'), cardText))
            .filter(isDefined),
        });
        return;
      case 'ActionSet':
        pieces.push({ actions: actionsOf(element.actions) });
        return;
      default:
        if (element.style) pieces.push({ ...severityOf(element.style) });
        for (const inner of [element.items, element.columns, element.rows, element.cells])
          for (const each of listOf(inner)) visit(each, depth + 1);
    }
  };
  for (const element of listOf(card.body)) visit(element, 0);
  pieces.push({ actions: actionsOf(card.actions) });
  return pieces;
}

const severityOf = (colour: unknown): Pick<Piece, 'severity'> => {
  const severity = severityOfColour(colour);
  return severity ? { severity } : {};
};
const actionsOf = (actions: unknown): Action[] =>
  listOf(actions)
    .map((each) =>
      own(each, 'type') === 'Action.OpenUrl' ? actionOf(own(each, 'title'), own(each, 'url')) : undefined,
    )
    .filter(isDefined);

/** Reads a card of Google Chat (https://developers.google.com/workspace/chat/api/reference/rest/v1/cards). */
function chatCard(card: Dictionary): Piece[] {
  const header = card.header;
  const widgets = listOf(card.sections).flatMap((section) => [
    { header: own(section, 'header') } as Dictionary,
    ...listOf(own(section, 'widgets')).filter(isDictionary),
  ]);
  const facts: Fact[] = [];
  const texts: string[] = [];
  const actions: Action[] = [];
  for (const widget of widgets) {
    texts.push(cardText(widget.header), cardText(own(widget.textParagraph, 'text')));
    const decorated = widget.decoratedText ?? widget.keyValue;
    const value = own(decorated, 'text') ?? own(decorated, 'content');
    const fact = factOf(own(decorated, 'topLabel'), value, cardText);
    if (fact) facts.push(fact);
    for (const button of [...listOf(own(widget.buttonList, 'buttons')), ...listOf(widget.buttons)]) {
      const inner = own(button, 'textButton') ?? button;
      const url = own(own(own(inner, 'onClick'), 'openLink'), 'url');
      const action = actionOf(own(inner, 'text'), url);
      if (action) actions.push(action);
    }
  }
  const text = [cardText(own(header, 'subtitle')), ...texts].filter((each) => each !== '').join('\n');
  return [{ title: cardText(own(header, 'title')), text, facts, actions }];
}
