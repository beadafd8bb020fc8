import BookOpen from 'lucide-react/icons/book-open'
import Bug from 'lucide-react/icons/bug'
import Hash from 'lucide-react/icons/hash'
import Headset from 'lucide-react/icons/headset'
import Link2 from 'lucide-react/icons/link-2'
import MessagesSquare from 'lucide-react/icons/messages-square'
import SquareKanban from 'lucide-react/icons/square-kanban'
import { useId, useRef, useState, type ComponentType } from 'react'
import { Radio, RadioGroup } from 'react-aria-components/RadioGroup'
import { messageOf } from '#platform/message-of.ts'
import { call } from '#platform/web/api.ts'
import { t } from '#platform/web/i18n.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { ConfirmDialog, Dialog } from '#platform/web/ui/Dialog.tsx'
import type { EmbedRequest } from '#features/diagrams/web/index.ts'
import { createEmbedLink, deactivateEmbedLinks } from '../contract.ts'
import { EMBED_TARGETS, linkFor, type EmbedTargetId } from '../shared.ts'
import { copyField } from './copy-field.ts'
import css from './embed.module.css'

/** Of our own; none is a product's artwork. */
const ICONS: Readonly<Record<EmbedTargetId, ComponentType<{ size: number }>>> = {
  custom: Link2,
  jira: Bug,
  'jira-service-desk': Headset,
  confluence: BookOpen,
  hipchat: MessagesSquare,
  trello: SquareKanban,
  slack: Hash,
}

export interface EmbedPanelProps {
  request: EmbedRequest
  attachmentId: string
  /** Of the dialog, px. */
  width: number
  height: number
  onClose: () => void
}

/** The targets, and the link for the chosen one. */
export function EmbedPanel({ request, attachmentId, width, height, onClose }: EmbedPanelProps) {
  const links = useLinks(request, attachmentId)
  const { target, link } = links
  const [isAsking, setAsking] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const id = useId()
  const copy = async () => {
    if (field.current && (await copyField(field.current))) onClose()
  }
  return (
    <Dialog
      id="embed-diagram"
      title={t('Embed Diagram')}
      width={width}
      height={height}
      onClose={onClose}
      footer={
        <div className={css.footer}>
          <Button variant="subtle" onPress={() => setAsking(true)}>
            {t('Deactivate All Embed Links')}
          </Button>
          <Button onPress={onClose}>{t('Close')}</Button>
          <Button variant="primary" isDisabled={link === ''} onPress={() => void copy()}>
            {t('Copy')}
          </Button>
        </div>
      }
    >
      <p id={`${id}-text`} className={css.text} role="status">
        {links.text}
      </p>
      <RadioGroup
        className={css.targets}
        aria-label={t('Place for the diagram')}
        value={target ?? null}
        onChange={chosen => links.choose(chosen as EmbedTargetId)}
      >
        {EMBED_TARGETS.map(({ id: value, label }) => {
          const Icon = ICONS[value]
          return (
            <Radio key={value} value={value} className={css.target}>
              <Icon size={24} />
              <span>{value === 'custom' ? t('Custom') : label}</span>
            </Radio>
          )
        })}
      </RadioGroup>
      <label className={css.label} htmlFor={`${id}-link`}>
        {t('Link')}
      </label>
      <input
        ref={field}
        id={`${id}-link`}
        className={css.link}
        readOnly
        value={link}
        aria-describedby={`${id}-text`}
        onFocus={event => event.target.select()}
      />
      {isAsking && (
        <ConfirmDialog
          title={t('Deactivate All Embed Links')}
          confirmLabel={t('OK')}
          isDangerous
          onConfirm={links.deactivate}
          onClose={() => setAsking(false)}
        >
          <p>{t('All embedded diagrams will no longer be viewable anywhere.')}</p>
        </ConfirmDialog>
      )}
    </Dialog>
  )
}

/** The chosen target and its link, which is made when the first target is chosen. */
function useLinks({ ownerPageId, version }: EmbedRequest, attachmentId: string) {
  const [target, setTarget] = useState<EmbedTargetId>()
  const [url, setUrl] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const [isDeactivated, setDeactivated] = useState(false)
  /** The call of the link that is being made; another one makes its answer void. */
  const making = useRef<Promise<unknown> | undefined>(undefined)
  const body = { pageId: ownerPageId, attachmentId }

  const create = async () => {
    const answer = call(createEmbedLink, { body: { ...body, ...(version === undefined ? {} : { version }) } })
    making.current = answer
    try {
      const { embedUrl } = await answer
      if (making.current === answer) setUrl(embedUrl)
    } catch (error) {
      if (making.current !== answer) return
      // The next choice tries again.
      making.current = undefined
      setProblem(messageOf(error))
    }
  }
  const instruction = t('Choose where to show the diagram, then copy the link.')
  return {
    target,
    link: target === undefined || url === undefined ? '' : linkFor(target, url),
    text: isDeactivated
      ? t('The link has been deactivated')
      : problem === undefined
        ? instruction
        : `${instruction} ${problem}`,
    choose: (chosen: EmbedTargetId) => {
      setTarget(chosen)
      setProblem(undefined)
      setDeactivated(false)
      if (making.current === undefined) void create()
    },
    deactivate: async () => {
      await call(deactivateEmbedLinks, { body })
      making.current = undefined
      setUrl(undefined)
      setTarget(undefined)
      setProblem(undefined)
      setDeactivated(true)
    },
  }
}
