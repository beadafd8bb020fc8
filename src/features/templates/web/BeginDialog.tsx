import FilePlus from 'lucide-react/icons/file-plus'
import FileText from 'lucide-react/icons/file-text'
import LayoutTemplate from 'lucide-react/icons/layout-template'
import Newspaper from 'lucide-react/icons/newspaper'
import { type ReactNode, useState } from 'react'
import { createPath } from '#platform/create-path.ts'
import { t } from '#platform/web/i18n.ts'
import { navigateTo } from '#platform/web/navigation.ts'
import { useEndpoint } from '#platform/web/query.ts'
import { ComboBox } from '#platform/web/ui/ComboBox.tsx'
import { Dialog } from '#platform/web/ui/Dialog.tsx'
import { Loaded, together } from '#platform/web/ui/Loaded.tsx'
import { useDebounced } from '#platform/web/useDebounced.ts'
import { spaceDirectory } from '#features/spaces/contract.ts'
import { listBlueprints, listTemplates, type Template } from '../contract.ts'
import { fromTemplatePath, MEETING_NOTES_KEY } from '../shared.ts'
import { beginShown, type BeginShown } from './begin-shown.ts'
import BlueprintWizard from './BlueprintWizard.tsx'
import css from './templates.module.css'

/** Templates of one kind that the dialog lists. */
const MOST = 200

/** Offers what a page can begin from: nothing, the templates of the space and of the site, and the blueprints. */
export default function BeginDialog({ shown }: { shown: BeginShown }) {
  const [spaceKey, setSpaceKey] = useState(shown.spaceKey)
  const [blueprint, setBlueprint] = useState<string>()
  const close = () => beginShown.set(undefined)
  if (blueprint !== undefined && spaceKey !== undefined)
    return <BlueprintWizard blueprint={blueprint} spaceKey={spaceKey} onClose={close} />
  return (
    <Dialog title={t('Create')} id="create-dialog" width={640} onClose={close}>
      <div className={css.begin}>
        {shown.spaceKey === undefined && <SpaceField onChange={setSpaceKey} />}
        {spaceKey !== undefined && (
          <Offered
            spaceKey={spaceKey}
            contentId={spaceKey === shown.spaceKey ? shown.contentId : undefined}
            onBlueprint={setBlueprint}
            onLeave={close}
          />
        )}
      </div>
    </Dialog>
  )
}

function SpaceField({ onChange }: { onChange: (key: string | undefined) => void }) {
  const [text, setText] = useState('')
  const [key, setKey] = useState<string | null>(null)
  const query = useDebounced(text.trim())
  const spaces = useEndpoint(
    spaceDirectory,
    { query: { permission: 'create:page', limit: 20, ...(query === '' ? {} : { query }) } },
    { keepPrevious: true },
  )
  return (
    <ComboBox
      label={t('Space')}
      value={key}
      onChange={chosen => {
        setKey(chosen)
        onChange(chosen ?? undefined)
        const space = spaces.data?.results.find(one => one.key === chosen)
        if (space) setText(space.name)
      }}
      inputValue={text}
      onInputChange={setText}
      isLoading={spaces.isLoading}
      options={(spaces.data?.results ?? []).map(space => ({
        id: space.key,
        label: space.name,
        description: space.key,
      }))}
    />
  )
}

interface OfferedProps {
  spaceKey: string
  contentId: string | undefined
  onBlueprint: (id: string) => void
  onLeave: () => void
}

function Offered({ spaceKey, contentId, onBlueprint, onLeave }: OfferedProps) {
  const answer = together({
    ofSpace: useEndpoint(listTemplates, { query: { spaceKey, limit: MOST } }),
    ofSite: useEndpoint(listTemplates, { query: { limit: MOST } }),
    blueprints: useEndpoint(listBlueprints, { query: { spaceKey, limit: MOST } }),
  })
  const go = (href: string) => {
    onLeave()
    navigateTo(href)
  }
  const choose = (template: Template) =>
    go(fromTemplatePath(template.templateId, spaceKey, contentId === undefined ? {} : { parentId: contentId }))
  return (
    <Loaded answer={answer} failure={t('The templates could not be read')} skeleton={4}>
      {({ ofSpace, ofSite, blueprints }) => (
        <>
          <ul className={css.offers}>
            <Offer
              icon={<FilePlus />}
              name={t('Blank page')}
              onPress={() => go(createPath('page', spaceKey, contentId))}
            />
            <Offer
              icon={<Newspaper />}
              name={t('Blog post')}
              onPress={() => go(createPath('blogpost', spaceKey, contentId))}
            />
            {blueprints.results.map(blueprint => (
              <Offer
                key={blueprint.templateId}
                icon={<LayoutTemplate />}
                name={blueprint.name}
                description={blueprint.description}
                onPress={() =>
                  keyOf(blueprint) === MEETING_NOTES_KEY
                    ? onBlueprint(blueprint.templateId)
                    : go(fromTemplatePath(blueprint.templateId, spaceKey))
                }
              />
            ))}
          </ul>
          <Offers title={t('Templates of this space')} templates={ofSpace.results} onChoose={choose} />
          <Offers title={t('Templates of the site')} templates={ofSite.results} onChoose={choose} />
        </>
      )}
    </Loaded>
  )
}

/** The old product's name of a blueprint. */
const keyOf = ({ originalTemplate: from }: Template): string => (from ? `${from.pluginKey}:${from.moduleKey}` : '')

interface OffersProps {
  title: string
  templates: readonly Template[]
  onChoose: (template: Template) => void
}

function Offers({ title, templates, onChoose }: OffersProps) {
  if (templates.length === 0) return null
  return (
    <section>
      <h3 className={css.heading}>{title}</h3>
      <ul className={css.offers}>
        {templates.map(template => (
          <Offer
            key={template.templateId}
            icon={<FileText />}
            name={template.name}
            description={template.description}
            onPress={() => onChoose(template)}
          />
        ))}
      </ul>
    </section>
  )
}

interface OfferProps {
  icon: ReactNode
  name: string
  description?: string
  onPress: () => void
}

function Offer({ icon, name, description = '', onPress }: OfferProps) {
  return (
    <li>
      <button type="button" className={css.offer} onClick={onPress}>
        {icon}
        <span>
          <strong>{name}</strong>
          {description !== '' && <small>{description}</small>}
        </span>
      </button>
    </li>
  )
}
