import Settings from 'lucide-react/icons/settings'
import { type ReactNode, useId, useState } from 'react'
import { call } from '#platform/web/api.ts'
import { useAction } from '#platform/web/form.ts'
import { t } from '#platform/web/i18n.ts'
import { useEndpoint, useInvalidate } from '#platform/web/query.ts'
import { pageData } from '#platform/web/session.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { IconButton } from '#platform/web/ui/IconButton.tsx'
import { SkeletonText } from '#platform/web/ui/Skeleton.tsx'
import { APPLICATION_LINKS_PATH, entityLinksHref, SPACE_ENTITY } from '#features/application-links/shared.ts'
import { spaceDetails } from '#features/spaces/contract.ts'
import {
  getLocalShortcuts,
  getNavigation,
  getRemoteShortcuts,
  putUserData,
  type NavigationLink,
  type Suggestion,
} from '../contract.ts'
import { contentLinksHref, NAVIGATOR_PATH, NO_THANKS } from '../shared.ts'
import css from './app-switcher.module.css'
import { dialogShown } from './dialog-shown.ts'

/** Content of the app switcher: applications, and shortcuts of the wiki and of the space that is shown. */
export default function AppSwitcher({ spaceKey, close }: { spaceKey: string | undefined; close: () => void }) {
  const navigation = useEndpoint(getNavigation, { query: { expand: 'suggestions' } }, { staleTime: 0 })
  const { data } = navigation
  const { links, suggestions } = !data || Array.isArray(data) ? { links: data ?? [], suggestions: [] } : data
  const applications = links.filter(link => link.applicationType !== 'custom')
  const custom = links.filter(link => link.applicationType === 'custom')
  return (
    <div className={css.switcher}>
      <LinkSection
        title={t('Application Links')}
        adminLinks={[
          { href: NAVIGATOR_PATH, label: t('Customize navigator') },
          { href: APPLICATION_LINKS_PATH, label: t('Manage application links') },
        ]}
      >
        {navigation.error ? (
          <Failure onRetry={() => void navigation.refetch()} />
        ) : (
          <Links links={applications} isLoading={!data} />
        )}
      </LinkSection>
      <LinkSection
        title={t('Shortcuts')}
        adminLinks={
          spaceKey === undefined
            ? []
            : [
                { href: contentLinksHref(spaceKey), label: t('Customize shortcuts') },
                { href: entityLinksHref(spaceKey), label: t('Manage product links') },
              ]
        }
      >
        {spaceKey !== undefined && <SpaceShortcuts spaceKey={spaceKey} close={close} />}
        {custom.length > 0 && <Links links={custom} isLoading={false} />}
        {spaceKey === undefined && custom.length === 0 && data && <p className={css.quiet}>{t('No shortcuts yet')}</p>}
      </LinkSection>
      {pageData().user?.isAdmin === true && (
        <Suggestions
          suggestions={suggestions.filter(({ appName }) => !links.some(link => link.applicationType === appName))}
        />
      )}
    </div>
  )
}

interface AdminLink {
  href: string
  label: string
}

/** A section with its heading; administrators get the cog with what they can change. */
function LinkSection({
  title,
  adminLinks,
  children,
}: {
  title: string
  adminLinks: readonly AdminLink[]
  children: ReactNode
}) {
  const heading = useId()
  const menu = useId()
  const [isOpen, setOpen] = useState(false)
  const isAdmin = pageData().user?.isAdmin === true
  return (
    <section aria-labelledby={heading}>
      <div className={css.head}>
        <h2 id={heading}>{title}</h2>
        {isAdmin && adminLinks.length > 0 && (
          <IconButton
            label={t('Administer: {{section}}', { section: title })}
            size="small"
            aria-expanded={isOpen}
            aria-controls={menu}
            onPress={() => setOpen(!isOpen)}
          >
            <Settings />
          </IconButton>
        )}
      </div>
      <ul id={menu} className={css.cog} hidden={!isOpen}>
        {adminLinks.map(({ href, label }) => (
          <li key={href}>
            <a className="ox-panel-item" href={href}>
              {label}
            </a>
          </li>
        ))}
      </ul>
      {children}
    </section>
  )
}

function Links({ links, isLoading }: { links: readonly NavigationLink[]; isLoading: boolean }) {
  if (isLoading) return <SkeletonText lines={2} />
  return (
    <ul className={css.links}>
      {links.map(({ key, link, label, self }) => (
        <li key={key}>
          <a className="ox-panel-item" href={link} title={link} aria-current={self || undefined}>
            {label}
          </a>
        </li>
      ))}
    </ul>
  )
}

function Failure({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={css.failure}>
      <p role="alert">{t('Something went wrong, please try again')}</p>
      <Button size="small" onPress={onRetry}>
        {t('Try again')}
      </Button>
    </div>
  )
}

/** The space that is shown, which opens the dialog of its related links, and the links themselves. */
function SpaceShortcuts({ spaceKey, close }: { spaceKey: string; close: () => void }) {
  const args = { params: { key: spaceKey }, query: { entityType: SPACE_ENTITY } }
  const space = useEndpoint(spaceDetails, { params: { key: spaceKey } })
  const local = useEndpoint(getLocalShortcuts, args)
  const remote = useEndpoint(getRemoteShortcuts, args)
  const name = space.data?.name ?? spaceKey
  const links = [...(local.data?.shortcuts ?? []), ...(remote.data?.shortcuts ?? [])]
  return (
    <>
      <button
        type="button"
        className={`ox-panel-item project-shortcut-dialog-trigger ${css.entity}`}
        data-key={spaceKey}
        data-name={name}
        data-entity-type={SPACE_ENTITY}
        onClick={() => {
          close()
          dialogShown.set({ key: spaceKey, name, entityType: SPACE_ENTITY })
        }}
      >
        {name}
      </button>
      {(local.error ?? remote.error) ? (
        <Failure onRetry={() => void Promise.all([local.refetch(), remote.refetch()])} />
      ) : local.data && remote.data ? (
        <ul className={css.links}>
          {links.map(({ link, label, tooltip }) => (
            <li key={`${link} ${label}`}>
              <a className="ox-panel-item" href={link} title={tooltip}>
                {label}
              </a>
            </li>
          ))}
        </ul>
      ) : (
        <SkeletonText lines={2} />
      )}
    </>
  )
}

/** Applications that could be linked, for administrators: others have no use for what the wiki is not linked with. */
function Suggestions({ suggestions }: { suggestions: readonly Suggestion[] }) {
  const invalidate = useInvalidate()
  const heading = useId()
  const decline = useAction(async () => {
    await call(putUserData, { body: { key: NO_THANKS, value: 'true' } })
    await invalidate(getNavigation)
  })
  if (suggestions.length === 0) return null
  return (
    <section aria-labelledby={heading} className={css.suggestions}>
      <h2 id={heading}>{t('Other applications')}</h2>
      <ul className={css.links}>
        {suggestions.map(({ appName, appDesc, billingSystemDiscoveryUrl }) => (
          <li key={appName}>
            <a className="ox-panel-item" href={billingSystemDiscoveryUrl} aria-label={`${appName}: ${appDesc}`}>
              <span>
                <span className={css.name}>{appName}</span>
                <span className={css.about}>{appDesc}</span>
              </span>
            </a>
          </li>
        ))}
      </ul>
      <Button size="small" isPending={decline.isPending} onPress={() => void decline.run()}>
        {t('No thanks')}
      </Button>
    </section>
  )
}
