import ChevronDown from 'lucide-react/icons/chevron-down'
import Ellipsis from 'lucide-react/icons/ellipsis'
import { useState } from 'react'
import { t } from '#platform/web/i18n.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { Switch } from '#platform/web/ui/Choices.tsx'
import { IconButton } from '#platform/web/ui/IconButton.tsx'
import { Menu, MenuItem, MenuSeparator } from '#platform/web/ui/Menu.tsx'
import { Popover } from '#platform/web/ui/Popover.tsx'
import { TextField } from '#platform/web/ui/TextField.tsx'
import type { LiveText } from '#features/live-editing/web/index.ts'
import type { EditorView } from '../contract.ts'
import { SuggestItem } from './SuggestionNotice.tsx'
import { TextItems } from './TextItems.tsx'
import type { Change, EditorTools } from './tools.ts'

export interface PublishBarProps {
  view: EditorView
  tools: EditorTools
  isPending: boolean
  onPublish: () => void
  onClose: () => void
  onDiscard: () => void
  /** Absent if the text is edited alone. */
  live?: LiveText | undefined
  /** Absent if the draft has no history. */
  onHistory?: (() => void) | undefined
}

/** Publish, close and discard, with options. */
export function PublishBar({
  view,
  tools,
  isPending,
  onPublish,
  onClose,
  onDiscard,
  live,
  onHistory,
}: PublishBarProps) {
  const [change, setChange] = useState(tools.change)
  const describe = (changed: Partial<Change>) => {
    tools.describe(changed)
    setChange(tools.change)
  }
  const label = view.isNew ? t('Publish') : t('Update')
  return (
    <>
      <span className="ox-publish">
        <Button id="rte-button-publish" variant="primary" size="small" isPending={isPending} onPress={onPublish}>
          {label}
        </Button>
        {!view.isNew && (
          <Popover
            label={t('About this change')}
            placement="bottom end"
            width={320}
            trigger={
              <Button size="small" variant="primary" className="ox-publish-more" aria-label={t('About this change')}>
                <ChevronDown />
              </Button>
            }
          >
            <div className="ox-publish-options">
              <TextField
                label={t('What changed?')}
                value={change.message}
                maxLength={2000}
                // oxlint-disable-next-line jsx-a11y/no-autofocus
                autoFocus
                onChange={message => describe({ message })}
                onKeyDown={event => (event.key === 'Enter' ? onPublish() : event.continuePropagation())}
              />
              <Switch
                isSelected={change.notifies}
                description={t('People whom the text mentions for the first time are told in any case.')}
                onChange={notifies => describe({ notifies })}
              >
                {t('Notify watchers')}
              </Switch>
            </div>
          </Popover>
        )}
      </span>
      <Button id="rte-button-cancel" size="small" variant="subtle" onPress={onClose}>
        {t('Close editor')}
      </Button>
      <Menu
        label={t('More about this draft')}
        trigger={
          <IconButton label={t('More about this draft')}>
            <Ellipsis size={20} />
          </IconButton>
        }
      >
        <TextItems tools={tools} />
        {live && <SuggestItem tools={tools} live={live} />}
        {onHistory && <MenuItem label={t('Draft history…')} onAction={onHistory} />}
        <MenuSeparator />
        <MenuItem label={t('Discard draft…')} isDangerous onAction={onDiscard} />
      </Menu>
    </>
  )
}
