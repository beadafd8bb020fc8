import { PageFrame } from '../shell/PageFrame.tsx'
import { ActionsSection } from './ActionsSection.tsx'
import { DataSection } from './DataSection.tsx'
import { FieldsSection } from './FieldsSection.tsx'
import { FeedbackSection } from './FeedbackSection.tsx'
import { TokensSection } from './TokensSection.tsx'

/** Style guide of the design system at /styleguide, a development aid. */
export default function StyleGuide() {
  return (
    <PageFrame
      title="Style guide"
      width="wide"
      article={false}
      breadcrumbs={[
        { label: 'Development', href: '/styleguide' },
        { label: 'Sample page', href: '/styleguide/page' },
      ]}
      byline="Every component, alive. Change the theme in your account's menu."
    >
      <TokensSection />
      <ActionsSection />
      <FieldsSection />
      <FeedbackSection />
      <DataSection />
    </PageFrame>
  )
}
