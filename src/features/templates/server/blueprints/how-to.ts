import type { Blueprint } from './blueprint.ts'
import { heading, list, macro, page, paragraph, placeholder } from './parts.ts'

export const howTo: Blueprint = {
  id: '9e5d7c34-1f82-4b6a-b0c9-7a3e5d8f4c32',
  moduleCompleteKey: 'com.atlassian.confluence.plugins.confluence-knowledge-base:kb-how-to-article-blueprint',
  name: 'How-to article',
  description: 'Lead readers through a task, step by step.',
  labels: ['kb-how-to-article'],
  createLabel: 'Add how-to article',
  indexTitle: 'How-to articles',
  blank: { title: 'No how-to articles yet', description: 'The how-to articles of this space will be listed here.' },
  title: ({ t, day }) => `${t('How to')} ${day}`,
  text: ({ t }) =>
    page(
      paragraph(placeholder(t('What readers can do when they have read this, and who needs it'))),
      heading(t('Before you begin')),
      list('ul', [placeholder(t('What has to be there: permissions, programs, facts'))]),
      heading(t('Steps')),
      list('ol', [
        placeholder(t('First step')),
        placeholder(t('Second step, with a picture if it helps')),
        placeholder(t('How to tell that it has worked')),
      ]),
      heading(t('If something goes wrong')),
      paragraph(placeholder(t('Usual problems and how to solve them'))),
      heading(t('Related articles')),
      macro('contentbylabel', { cql: 'label = "kb-how-to-article" and space = currentSpace()', max: '5' }),
    ),
}
