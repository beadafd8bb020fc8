import Ellipsis from 'lucide-react/icons/ellipsis'
import Eye from 'lucide-react/icons/eye'
import Pencil from 'lucide-react/icons/pencil'
import Share from 'lucide-react/icons/share-2'
import { PageFrame } from '../shell/PageFrame.tsx'
import { registerSlot } from '../slots.tsx'
import { TreeView } from '../tree/TreeView.tsx'
import { useTree } from '../tree/useTree.ts'
import { Avatar, AvatarStack } from '../ui/Avatar.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Lozenge } from '../ui/Lozenge.tsx'
import { PEOPLE } from './FeedbackSection.tsx'
import { loadSampleChildren } from './sample-tree.ts'
import css from './styleguide.module.css'

const SPACE = '~styleguide'
registerSlot('space.sidebar', {
  id: 'styleguide',
  render: ({ spaceKey, contentId, collapsed }) =>
    spaceKey === SPACE && !collapsed ? <SampleSidebar contentId={contentId} /> : null,
})

function SampleSidebar({ contentId }: { contentId: string | undefined }) {
  const tree = useTree('sample', loadSampleChildren, ['2', '2-2', '2-2-3'])
  return (
    <div className={css.sidebar}>
      <div className={css.space}>
        <Avatar name="Documentation" size={24} isDecorative /> Documentation
      </div>
      <div>
        <TreeView label="Pages" tree={tree} currentId={contentId} onMove={async () => undefined} />
      </div>
    </div>
  )
}

const CODE = `export async function publish(page: Page): Promise<Version> {
  const next = page.version.number + 1
  return transaction(async database => database.content.update(page.id, { version: next }))
}`

export default function SamplePage() {
  return (
    <PageFrame
      title="How we move a wiki of forty thousand pages without losing a single link"
      titleHref="/styleguide/page"
      breadcrumbs={[
        { label: 'Documentation', href: '/styleguide' },
        { label: 'Handbook of the platform team', href: '/styleguide' },
        { label: 'Migrations', href: '/styleguide' },
      ]}
      actions={
        <>
          <a id="editPageLink" href="/pages/editpage.action?pageId=1" className="ox-action">
            <Pencil /> Edit
          </a>
          <IconButton label="Watch">
            <Eye size={20} />
          </IconButton>
          <IconButton label="Share">
            <Share size={20} />
          </IconButton>
          <IconButton label="More actions">
            <Ellipsis size={20} />
          </IconButton>
        </>
      }
      byline={
        <>
          <AvatarStack people={PEOPLE} size={20} />
          <span>
            Created by <a href="/styleguide">Ada Lovelace</a>, last modified by <a href="/styleguide">Grace Hopper</a>{' '}
            on <a href="/styleguide">12 Nov 2026</a>
          </span>
          <span>4 min read</span>
        </>
      }
      rail={
        <ul className={css.outline}>
          {['Before the move', 'Order of work', 'Figures', 'Other scripts'].map(title => (
            <li key={title}>
              <a href={`#${title.replaceAll(' ', '-')}`}>{title}</a>
            </li>
          ))}
        </ul>
      }
      after={<p style={{ color: 'var(--ox-text-muted)' }}>Labels, likes and comments stand here.</p>}
    >
      <p>
        A wiki is a city that its people built without a plan. Moving it means moving <strong>every street sign</strong>
        : the page titles, the <a href="/styleguide">links between them</a>, the attachments with their versions, and
        the habits of those who read it at three in the morning. Run <code>oxbow import space.xml</code> and read on.
      </p>
      <h2 id="Before-the-move">Before the move</h2>
      <p>
        Take stock first. Most of what looks broken after a move was broken before it; the difference is that now
        somebody looks.
      </p>
      <ul>
        <li>Count pages, versions and attachments in each space.</li>
        <li>
          List the macros in use:
          <ul>
            <li>those that we render,</li>
            <li>those that we keep to the letter and show as a box.</li>
          </ul>
        </li>
        <li>
          Agree on a day. <Lozenge tone="warning">Decision open</Lozenge>
        </li>
      </ul>
      <h3>The export</h3>
      <pre>
        <code>{CODE}</code>
      </pre>
      <h2 id="Order-of-work">Order of work</h2>
      <ol>
        <li>Users and groups</li>
        <li>Spaces with their permissions</li>
        <li>Pages from the top of the tree down</li>
      </ol>
      <blockquote>
        <p>Nothing acknowledged is ever lost. Everything else can be mended on Monday.</p>
      </blockquote>
      <h2 id="Figures">Figures</h2>
      <div className="table-wrap">
        <table>
          <thead>
            <tr>
              <th>Space</th>
              <th>Pages</th>
              <th>Attachments</th>
              <th>Time</th>
              <th>Remarks</th>
            </tr>
          </thead>
          <tbody>
            {['Documentation', 'Engineering', 'People', 'Archive of the old intranet'].map((space, index) => (
              <tr key={space}>
                <td>{space}</td>
                <td>{(12_345 / (index + 1)).toFixed(0)}</td>
                <td>{(67_890 / (index + 1)).toFixed(0)}</td>
                <td>{(index + 1) * 7} min</td>
                <td>{index === 3 ? 'Read-only since 2019; links rewritten on import' : ''}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <h2 id="Other-scripts">Other scripts</h2>
      <p lang="ja">日本語のページも同じように表示されます。検索は単語ごとに行われ、全角と半角の違いは無視されます。</p>
      <p dir="rtl" lang="ar">
        تُعرض الصفحات المكتوبة من اليمين إلى اليسار كما كتبها أصحابها، بما في ذلك الجداول والقوائم.
      </p>
      <hr />
      <h4>A small heading</h4>
      <p>
        Press <kbd>e</kbd> to edit, <kbd>/</kbd> to search, and <kbd>?</kbd> for the rest. <mark>Marked text</mark> and{' '}
        <del>deleted text</del> look like this.
      </p>
    </PageFrame>
  )
}
