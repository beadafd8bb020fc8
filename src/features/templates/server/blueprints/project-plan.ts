import type { Blueprint } from './blueprint.ts'
import { author, date, heading, list, page, paragraph, placeholder, properties, status, table, tasks } from './parts.ts'

export const projectPlan: Blueprint = {
  id: '68f2b0d9-c741-4e93-a5b8-3e7d1c9f2a65',
  moduleCompleteKey: 'oxbow.templates:project-plan-blueprint',
  name: 'Project plan',
  description: 'Say what a project is for, who does what, and when.',
  labels: ['project-plan'],
  createLabel: 'Add project plan',
  indexTitle: 'Project plans',
  blank: { title: 'No project plans yet', description: 'The project plans of this space will be listed here.' },
  columns: ['Status', 'Owner', 'Start', 'End'],
  title: ({ t, day }) => `${day} ${t('Project plan')}`,
  text: ({ t, day, attendees }) =>
    page(
      properties(
        [t('Status'), status(t('Planned'), 'Blue')],
        [t('Owner'), author(attendees)],
        [t('Start'), date(day)],
        [t('End'), placeholder(t('Type // for a date'))],
      ),
      heading(t('Purpose')),
      paragraph(placeholder(t('What will be different when the project has ended'))),
      heading(t('Scope')),
      table(
        [t('Part of it'), t('Not part of it')],
        [placeholder(t('What is delivered')), placeholder(t('What is not'))],
      ),
      heading(t('Team')),
      table([t('Who'), t('Responsible for')], [author(attendees), '']),
      heading(t('Milestones')),
      table(
        [t('Milestone'), t('Date'), t('Status')],
        [placeholder(t('What can be shown then')), date(day), status(t('Planned'), 'Blue')],
      ),
      heading(t('Risks')),
      table([t('Risk'), t('Likelihood'), t('What we do about it')], [placeholder(t('What could go wrong')), '', '']),
      heading(t('Links')),
      list('ul', [placeholder(t('Plans, boards and files'))]),
      heading(t('Next steps')),
      tasks(placeholder(t('Type a task, use “@” to assign it to somebody'))),
    ),
}
