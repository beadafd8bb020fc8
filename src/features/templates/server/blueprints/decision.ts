import type { Blueprint } from './blueprint.ts'
import { author, date, heading, list, page, paragraph, placeholder, properties, status, table, tasks } from './parts.ts'

export const decision: Blueprint = {
  id: '2b8f4a0e-63d1-4c5e-8a57-0d1f6c2e9b21',
  moduleCompleteKey: 'com.atlassian.confluence.plugins.confluence-business-blueprints:decisions-blueprint',
  name: 'Decision',
  description: 'Record what was decided, why, and what else was possible.',
  labels: ['decisions'],
  createLabel: 'Add decision',
  indexTitle: 'Decision log',
  blank: { title: 'No decisions yet', description: 'The decisions of this space will be listed here.' },
  columns: ['Status', 'Owner', 'Due date', 'Outcome'],
  title: ({ t, day }) => `${day} ${t('Decision')}`,
  text: ({ t, day, attendees }) =>
    page(
      properties(
        [t('Status'), status(t('Not decided'), 'Grey')],
        [t('Owner'), author(attendees)],
        [t('Due date'), date(day)],
        [t('Outcome'), placeholder(t('What was decided, in one sentence'))],
      ),
      heading(t('Background')),
      paragraph(placeholder(t('Why this has to be decided, and what is known'))),
      heading(t('Options')),
      table(
        [t('Option'), t('In favour'), t('Against'), t('Cost')],
        [placeholder(t('First option')), '', '', ''],
        [placeholder(t('Second option')), '', '', ''],
      ),
      heading(t('Reasons')),
      list('ul', [placeholder(t('What decided between the options'))]),
      heading(t('Action items')),
      tasks(placeholder(t('Type a task, use “@” to assign it to somebody'))),
    ),
}
