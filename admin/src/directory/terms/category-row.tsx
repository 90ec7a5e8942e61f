import ArrowDownwardIcon from '@mui/icons-material/ArrowDownward'
import ArrowUpwardIcon from '@mui/icons-material/ArrowUpward'
import FormatIndentDecreaseIcon from '@mui/icons-material/FormatIndentDecrease'
import FormatIndentIncreaseIcon from '@mui/icons-material/FormatIndentIncrease'
import { Box, Checkbox, IconButton } from '@mui/material'
import { type DragEvent, type KeyboardEvent, useState } from 'react'
import { Link, useTranslate } from 'react-admin'
import { DIRECTIONS, type Direction, type TreeCategory } from './category-moves.ts'

const ICONS = {
  up: ArrowUpwardIcon,
  down: ArrowDownwardIcon,
  in: FormatIndentIncreaseIcon,
  out: FormatIndentDecreaseIcon,
} as const satisfies Record<Direction, unknown>

const KEYS: Readonly<Record<string, Direction>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowRight: 'in',
  ArrowLeft: 'out',
}

/** Share of the height at the top in which a drop is before the category; below, it is inside. */
const BEFORE_SHARE = 0.4

interface CategoryRowProps {
  readonly category: TreeCategory
  readonly isSelected: boolean
  readonly onSelect: (isSelected: boolean) => void
  readonly onStep: (direction: Direction) => void
  readonly onDrag: () => void
  readonly onDrop: (isInside: boolean) => void
}

const isInsideRow = ({ clientY, currentTarget }: DragEvent): boolean => {
  const { top, height } = currentTarget.getBoundingClientRect()
  return clientY - top > height * BEFORE_SHARE
}

/** Alt and the arrow keys move the category whose row has the focus. */
export function CategoryRow({ category, isSelected, onSelect, onStep, onDrag, onDrop }: CategoryRowProps) {
  const translate = useTranslate()
  const [hover, setHover] = useState<'before' | 'inside'>()
  const { id, name, icon, color, depth, count } = category
  const stepByKey = (event: KeyboardEvent) => {
    const direction = event.altKey ? KEYS[event.key] : undefined
    if (!direction) return
    event.preventDefault()
    onStep(direction)
  }
  return (
    <Box
      component="li"
      draggable
      onKeyDown={stepByKey}
      onDragStart={onDrag}
      onDragOver={(event) => {
        event.preventDefault()
        setHover(isInsideRow(event) ? 'inside' : 'before')
      }}
      onDragLeave={() => setHover(undefined)}
      onDrop={(event) => {
        event.preventDefault()
        setHover(undefined)
        onDrop(isInsideRow(event))
      }}
      sx={{
        display: 'flex',
        alignItems: 'center',
        cursor: 'grab',
        pl: Math.min(depth, 6) * 2,
        borderTop: 2,
        borderColor: hover === 'before' ? 'primary.main' : 'transparent',
        backgroundColor: hover === 'inside' ? 'action.hover' : undefined,
      }}
    >
      <Checkbox
        size="small"
        checked={isSelected}
        onChange={(event) => onSelect(event.target.checked)}
        slotProps={{ input: { 'aria-label': translate('directory.select', { name }) } }}
      />
      <Box
        aria-hidden
        sx={{ width: 12, height: 12, borderRadius: '50%', mr: 1, backgroundColor: color || 'action.disabled' }}
      />
      <Box sx={{ flexGrow: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
        {icon} <Link to={`/categories/${id}`}>{name}</Link> ({count})
      </Box>
      <MoveButtons name={name} onStep={onStep} />
    </Box>
  )
}

function MoveButtons({ name, onStep }: { readonly name: string } & Pick<CategoryRowProps, 'onStep'>) {
  const translate = useTranslate()
  return DIRECTIONS.map((direction) => {
    const Icon = ICONS[direction]
    const label = translate(`directory.move_${direction}`, { name })
    return (
      <IconButton key={direction} size="small" aria-label={label} onClick={() => onStep(direction)}>
        <Icon fontSize="small" />
      </IconButton>
    )
  })
}
