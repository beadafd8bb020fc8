import type { Blueprint } from './blueprint.ts'
import { date, heading, list, mention, page, placeholder, properties, table, tasks } from './parts.ts'

export const retrospective: Blueprint = {
  id: '4c1a9b72-8e3f-4d05-92a6-c5f0e7b1d843',
  moduleCompleteKey: 'com.atlassian.confluence.plugins.confluence-software-blueprints:retrospectives-blueprint',
  name: 'Retrospective',
  description: 'Look back as a team: what went well, what did not, and what to change.',
  labels: ['retrospective'],
  createLabel: 'Add retrospective',
  indexTitle: 'Retrospectives',
  blank: { title: 'No retrospectives yet', description: 'The retrospectives of this space will be listed here.' },
  columns: ['Date', 'Period'],
  title: ({ t, day }) => `${day} ${t('Retrospective')}`,
  text: ({ t, day, attendees }) =>
    page(
      properties([t('Date'), date(day)], [t('Period'), placeholder(t('e.g. sprint 12'))]),
      heading(t('Participants')),
      list('ul', [...attendees.map(mention), placeholder(t('Mention those who take part'))]),
      heading(t('What we look at')),
      table(
        [t('What went well'), t('What could be better'), t('What we will change')],
        [
          list('ul', [placeholder(t('Keep doing this'))]),
          list('ul', [placeholder(t('This cost time or nerves'))]),
          list('ul', [placeholder(t('One change that is small enough to be made'))]),
        ],
      ),
      heading(t('Action items')),
      tasks(placeholder(t('Type a task, use “@” to assign it to somebody'))),
    ),
}
