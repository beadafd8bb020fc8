import { useQueryClient } from '@tanstack/react-query'
import Pencil from 'lucide-react/icons/pencil'
import { lazy, Suspense, useState } from 'react'
import { t } from '#platform/web/i18n.ts'
import { pageData } from '#platform/web/session.ts'
import { IconButton } from '#platform/web/ui/IconButton.tsx'
import { spaceTree, type SpaceSlotContext } from '#features/content/web/index.ts'
import { useInvalidateSpace } from '../useInvalidateSpace.ts'

const LogoDialog = lazy(() => import('./LogoDialog.tsx'))
const PersonalLogoHint = lazy(() => import('./PersonalLogoHint.tsx'))

/** Logo button beside the space's name. Personal spaces show the owner's picture. */
export function LogoHandle({ spaceKey, facts }: Pick<SpaceSlotContext, 'spaceKey' | 'facts'>) {
  const client = useQueryClient()
  const forget = useInvalidateSpace()
  const [isOpen, setOpen] = useState(false)
  const { space } = facts
  if (pageData().accessMode.mode === 'READ_ONLY') return null
  const label = t('Edit space details')
  const icon = <Pencil />
  if (space.type === 'personal') {
    // Popups load on first press.
    const button = (
      <IconButton label={label} size="small" onPress={() => setOpen(true)}>
        {icon}
      </IconButton>
    )
    if (!isOpen) return button
    return (
      <Suspense fallback={button}>
        <PersonalLogoHint spaceKey={spaceKey} trigger={button} onClose={() => setOpen(false)} />
      </Suspense>
    )
  }
  return (
    <>
      <IconButton label={label} size="small" onPress={() => setOpen(true)}>
        {icon}
      </IconButton>
      {isOpen && (
        <Suspense>
          <LogoDialog
            spaceKey={spaceKey}
            name={space.name}
            iconUrl={space.iconUrl}
            onSaved={change => {
              spaceTree(client, spaceKey).changeSpace(change)
              void forget()
            }}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
