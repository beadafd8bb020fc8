import { element } from '#language/index.ts'
import { MEETING_NOTES_KEY } from '../../shared.ts'
import type { Blueprint } from './blueprint.ts'
import { date, heading, list, mention, page, paragraph, placeholder, table, tasks } from './parts.ts'

export const meetingNotes: Blueprint = {
  id: '7d0c1f6e-0b1d-4a52-9d3c-5f3a2f1f0a11',
  moduleCompleteKey: MEETING_NOTES_KEY,
  name: 'Meeting notes',
  description: 'Plan a meeting, and share its notes and actions with your team.',
  labels: ['meeting-notes'],
  createLabel: 'Create meeting notes',
  indexTitle: 'Meeting notes',
  blank: {
    title: 'No meeting notes yet',
    description: 'The notes of all meetings of this space will be listed here.',
  },
  title: ({ t, day }) => `${day} ${t('Meeting notes')}`,
  text: ({ t, day, attendees }) =>
    page(
      heading(t('Date')),
      paragraph(date(day)),
      heading(t('Attendees')),
      list('ul', [
        ...attendees.map(mention),
        element('ac:placeholder', { 'ac:type': 'mention' }, [
          t('@mention a person to add them as an attendee and they will be notified.'),
        ]),
      ]),
      heading(t('Goals')),
      list('ul', [placeholder(t('List goals for this meeting, e.g. agree on the dates of a release'))]),
      heading(t('Discussion items')),
      table(
        [t('Duration'), t('Item'), t('Who'), t('Notes')],
        [
          placeholder(t('e.g. 5 min')),
          placeholder(t('e.g. changes of the design')),
          placeholder(t('Presenter')),
          placeholder(t('Notes on this item')),
        ],
      ),
      heading(t('Action items')),
      tasks(placeholder(t('Type a task, use “@” to assign it to somebody'))),
    ),
}
