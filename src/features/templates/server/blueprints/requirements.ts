import type { Blueprint } from './blueprint.ts'
import { author, date, heading, list, page, paragraph, placeholder, properties, status, table } from './parts.ts'

export const requirements: Blueprint = {
  id: 'd16e3f85-5a24-4798-8c1d-b92f0a6e7c54',
  moduleCompleteKey: 'com.atlassian.confluence.plugins.confluence-software-blueprints:requirements-blueprint',
  name: 'Product requirements',
  description: 'Agree on what to build, for whom, and how you will know that it is right.',
  labels: ['requirements'],
  createLabel: 'Add requirements',
  indexTitle: 'Product requirements',
  blank: { title: 'No requirements yet', description: 'The requirements of this space will be listed here.' },
  columns: ['Target release', 'Document status', 'Document owner'],
  title: ({ t, day }) => `${day} ${t('Product requirements')}`,
  text: ({ t, day, attendees }) =>
    page(
      properties(
        [t('Target release'), placeholder(t('e.g. 2.1'))],
        [t('Document status'), status(t('Draft'), 'Grey')],
        [t('Document owner'), author(attendees)],
        [t('Last reviewed'), date(day)],
      ),
      heading(t('Goals')),
      list('ul', [placeholder(t('What gets better, for whom, and how it is measured'))]),
      heading(t('Background')),
      paragraph(placeholder(t('What users do today, and what we know about them'))),
      heading(t('Assumptions')),
      list('ul', [placeholder(t('What we take for granted, and should check'))]),
      heading(t('Requirements')),
      table(
        ['#', t('Requirement'), t('User story'), t('Importance'), t('Notes')],
        [
          '1',
          placeholder(t('Short name')),
          placeholder(t('As a …, I want …, so that …')),
          status(t('Must'), 'Red'),
          '',
        ],
        ['2', '', '', status(t('Should'), 'Yellow'), ''],
      ),
      heading(t('Open questions')),
      table([t('Question'), t('Answer')], [placeholder(t('What has to be found out')), '']),
      heading(t('Not part of this')),
      list('ul', [placeholder(t('What we leave out, and why'))]),
    ),
}
