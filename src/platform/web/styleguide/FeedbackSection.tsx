import FileText from 'lucide-react/icons/file-text'
import { Avatar, AvatarStack } from '../ui/Avatar.tsx'
import { Banner } from '../ui/Banner.tsx'
import { Breadcrumbs } from '../ui/Breadcrumbs.tsx'
import { Button, LinkButton } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Badge, Lozenge } from '../ui/Lozenge.tsx'
import { SkeletonText } from '../ui/Skeleton.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { Row, Section } from './Section.tsx'
import css from './styleguide.module.css'

export const PEOPLE = ['Ada Lovelace', 'Grace Hopper', '王小云', 'Émilie du Châtelet', 'Katherine Johnson', 'Mary'].map(
  name => ({ name }),
)

export function FeedbackSection() {
  return (
    <Section title="Feedback">
      <div className={css.stack}>
        <Banner title="This page is a draft">Only you can see it until you publish.</Banner>
        <Banner tone="success">Restored version 12.</Banner>
        <Banner tone="warning" title="Grace Hopper is editing this page" actions={<Button size="small">Reload</Button>}>
          Your changes will be put together.
        </Banner>
        <Banner tone="danger" title="The attachment could not be uploaded">
          It is larger than 100 MB. Ask an administrator to raise the limit.
        </Banner>
      </div>
      <Row label="Lozenges">
        <Lozenge>Draft</Lozenge>
        <Lozenge tone="accent">Current</Lozenge>
        <Lozenge tone="info">In progress</Lozenge>
        <Lozenge tone="success">Done</Lozenge>
        <Lozenge tone="warning">Archived</Lozenge>
        <Lozenge tone="danger">Blocked</Lozenge>
        <Badge count={3} /> <Badge count={120} />
      </Row>
      <Row label="People">
        <AvatarStack people={PEOPLE} />
        {([20, 24, 32, 48] as const).map(size => (
          <Avatar key={size} name="Ada Lovelace" size={size} />
        ))}
      </Row>
      <Row label="Location">
        <Breadcrumbs
          items={[
            { label: 'Documentation', href: '/styleguide' },
            { label: 'Guides', href: '/styleguide' },
            { label: 'Release notes' },
          ]}
        />
      </Row>
      <Row label="Waiting">
        <Spinner /> <Spinner size={32} />
        <div style={{ width: '16rem' }}>
          <SkeletonText lines={3} />
        </div>
      </Row>
      <EmptyState
        icon={<FileText size={20} />}
        title="No pages in the trash"
        action={<LinkButton href="/styleguide">Go to the space</LinkButton>}
      >
        <p>Deleted pages stay here until somebody purges them.</p>
      </EmptyState>
    </Section>
  )
}
