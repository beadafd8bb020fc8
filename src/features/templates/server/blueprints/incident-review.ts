import type { Blueprint } from './blueprint.ts'
import { author, date, heading, list, page, paragraph, placeholder, properties, status, table, tasks } from './parts.ts'

export const incidentReview: Blueprint = {
  id: 'b37d8e1c-04f6-4a29-97e0-f18c5b6d3e76',
  moduleCompleteKey: 'oxbow.templates:incident-review-blueprint',
  name: 'Incident review',
  description: 'Find out without blame what happened, why, and how it is prevented.',
  labels: ['incident-review'],
  createLabel: 'Add incident review',
  indexTitle: 'Incident reviews',
  blank: { title: 'No incident reviews yet', description: 'The incident reviews of this space will be listed here.' },
  columns: ['Severity', 'Owner', 'Date', 'Duration'],
  title: ({ t, day }) => `${day} ${t('Incident review')}`,
  text: ({ t, day, attendees }) =>
    page(
      properties(
        [t('Severity'), status(t('High'), 'Red')],
        [t('Owner'), author(attendees)],
        [t('Date'), date(day)],
        [t('Duration'), placeholder(t('From the first effect to the end'))],
      ),
      heading(t('Summary')),
      paragraph(placeholder(t('What happened, who was affected, and how it ended, in a few sentences'))),
      heading(t('Timeline')),
      table(
        [t('Time'), t('Event')],
        [placeholder('09:00'), placeholder(t('First effect'))],
        [placeholder('09:10'), placeholder(t('Noticed, and by what'))],
        [placeholder('10:00'), placeholder(t('Ended, and by what'))],
      ),
      heading(t('Causes')),
      list('ol', [placeholder(t('Why did it happen?')), placeholder(t('And why that?'))]),
      heading(t('What went well')),
      list('ul', [placeholder(t('What kept it from being worse'))]),
      heading(t('What could be better')),
      list('ul', [placeholder(t('What took long, or was found by luck'))]),
      heading(t('Action items')),
      tasks(placeholder(t('What prevents it from happening again, use “@” to assign it to somebody'))),
    ),
}
