import { document, element, serialise, type ElementNode } from '#language/index.ts'
import type { Reader } from '#platform/view/reader.ts'
import { MEETING_NOTES_KEY } from '../shared.ts'

/** A participant: the key of a user, or a name that is of no user. */
export type Attendee = { readonly userKey: string } | { readonly name: string }

/** Values from which a page is made by a blueprint. */
export interface BlueprintFacts {
  readonly t: Reader['t']
  /** `YYYY-MM-DD` where the author is. */
  readonly day: string
  /** Users who take part, and names that are of no user. */
  readonly attendees: readonly Attendee[]
}

/** A template that the wiki brings along. Its texts are keys of i18n. */
export interface Blueprint {
  readonly id: string
  /** Name of the old product's blueprint, by which pages refer to it. */
  readonly moduleCompleteKey: string
  readonly name: string
  readonly description: string
  /** Labels of its pages. */
  readonly labels: readonly string[]
  readonly createLabel: string
  /** Title of a page without one. */
  title(facts: BlueprintFacts): string
  /** Storage format. */
  text(facts: BlueprintFacts): string
  /** Storage format of the page that lists those of a space. */
  indexText(t: Reader['t']): string
}

const meetingNotes: Blueprint = {
  id: '7d0c1f6e-0b1d-4a52-9d3c-5f3a2f1f0a11',
  moduleCompleteKey: MEETING_NOTES_KEY,
  name: 'Meeting notes',
  description: 'Plan a meeting, and share its notes and actions with your team.',
  labels: ['meeting-notes'],
  createLabel: 'Create meeting notes',
  title: ({ t, day }) => `${day} ${t('Meeting notes')}`,
  text: facts => serialise(document(meetingNotesText(facts))),
  indexText: t =>
    serialise(
      document([
        element('p', {}, [
          macro('create-from-template', {
            blueprintModuleCompleteKey: MEETING_NOTES_KEY,
            buttonLabel: t('Create meeting notes'),
          }),
        ]),
        macro('content-report-table', {
          labels: 'meeting-notes',
          spaces: '@self',
          blankTitle: t('No meeting notes yet'),
          blankDescription: t('The notes of all meetings of this space will be listed here.'),
        }),
      ]),
    ),
}

/** All of them, in the order in which they are offered. */
export const BLUEPRINTS: readonly Blueprint[] = [meetingNotes]

/** A blueprint by its id or by the old product's name. */
export function findBlueprint(id: string): Blueprint | undefined {
  return BLUEPRINTS.find(blueprint => blueprint.id === id || blueprint.moduleCompleteKey === id)
}

function meetingNotesText({ t, day, attendees }: BlueprintFacts): ElementNode[] {
  const placeholder = (words: string) => element('ac:placeholder', {}, [words])
  const row = (name: 'th' | 'td', cells: readonly (ElementNode | string)[]) =>
    element(
      'tr',
      {},
      cells.map(cell => element(name, {}, [cell])),
    )
  return [
    element('h2', {}, [t('Date')]),
    element('p', {}, [element('time', { datetime: day })]),
    element('h2', {}, [t('Attendees')]),
    attendeeList(t, attendees),
    element('h2', {}, [t('Goals')]),
    list([placeholder(t('List goals for this meeting, e.g. agree on the dates of a release'))]),
    element('h2', {}, [t('Discussion items')]),
    element('table', {}, [
      element('tbody', {}, [
        row('th', [t('Duration'), t('Item'), t('Who'), t('Notes')]),
        row('td', [
          placeholder(t('e.g. 5 min')),
          placeholder(t('e.g. changes of the design')),
          placeholder(t('Presenter')),
          placeholder(t('Notes on this item')),
        ]),
      ]),
    ]),
    element('h2', {}, [t('Action items')]),
    element('ac:task-list', {}, [
      element('ac:task', {}, [
        element('ac:task-id', {}, ['1']),
        element('ac:task-status', {}, ['incomplete']),
        element('ac:task-body', {}, [placeholder(t('Type a task, use “@” to assign it to somebody'))]),
      ]),
    ]),
  ]
}

/** Users as mentions, other names as text, and a place for one more that says what becomes of it. */
function attendeeList(t: Reader['t'], attendees: readonly Attendee[]): ElementNode {
  return list([
    ...attendees.map(attendee =>
      'name' in attendee
        ? attendee.name
        : element('ac:link', {}, [element('ri:user', { 'ri:userkey': attendee.userKey })]),
    ),
    element('ac:placeholder', { 'ac:type': 'mention' }, [
      t('@mention a person to add them as an attendee and they will be notified.'),
    ]),
  ])
}

function list(items: readonly (ElementNode | string)[]): ElementNode {
  return element(
    'ul',
    {},
    items.map(item => element('li', {}, [item])),
  )
}

function macro(name: string, parameters: Readonly<Record<string, string>>): ElementNode {
  return element(
    'ac:structured-macro',
    { 'ac:name': name, 'ac:schema-version': '1' },
    Object.entries(parameters).map(([key, value]) => element('ac:parameter', { 'ac:name': key }, [value])),
  )
}
