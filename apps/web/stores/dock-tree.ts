// The tree of divisions that covers the workspace, as geometry. It contains frames by name, and no
// panels. All functions are pure.
import type { DockPart, PanelCoordinates } from '@openpit/wire';

/** Percent of the workspace. */
export type PanelPlace = Omit<PanelCoordinates, 'z'>;
export type DockedSide = 'left' | 'right' | 'top' | 'bottom';
export type Corner = 'top left' | 'top right' | 'bottom left' | 'bottom right';

/** The smallest panel, and the gap between two floating panels, in percent of the workspace. */
export interface DockRoom {
  readonly min: { readonly w: number; readonly h: number };
  readonly gap: { readonly x: number; readonly y: number };
}
export type Leaf = Extract<DockPart, { kind: 'frame' | 'free' }>;
interface Split {
  readonly kind: 'row' | 'column';
  readonly at: number;
  readonly parts: readonly [Tree, Tree];
}
export type Tree = Leaf | Split;
export const whole: PanelPlace = { x: 0, y: 0, w: 100, h: 100 };
export const free: Leaf = { kind: 'free' };
export const isSplit = (tree: Tree): tree is Split => tree.kind === 'row' || tree.kind === 'column';
export const isFirst = (side: DockedSide) => side === 'left' || side === 'top';
export const wayOf = (side: DockedSide): Split['kind'] =>
  side === 'left' || side === 'right' ? 'row' : 'column';
export const lengthOf = (way: Split['kind']) => (way === 'row' ? 'w' : 'h');
export const between = (low: number, value: number, high: number) => Math.min(Math.max(value, low), high);
/** Rounds like ui/panel-geometry.ts, because finer steps would only make the saved layout longer. */
export const tidy = (percent: number) => Math.round(percent * 1000) / 1000;

/** Missing parts are free; surplus parts are ignored. */
export function treeOf(parts: readonly DockPart[] | undefined): Tree {
  let at = 0;
  const next = (): Tree => {
    const part = parts?.[at];
    at += 1;
    if (part === undefined) return free;
    if (part.kind === 'frame' || part.kind === 'free') return part;
    return { ...part, parts: [next(), next()] };
  };
  return next();
}
export function partsOf(tree: Tree): DockPart[] {
  if (!isSplit(tree)) return [tree];
  return [{ kind: tree.kind, at: tree.at }, ...tree.parts.flatMap(partsOf)];
}
/** The number of parts that describe exactly one tree. */
export function isWholeDock(parts: readonly DockPart[]): boolean {
  let open = 1;
  return (
    parts.every((part, at) => {
      open += part.kind === 'row' || part.kind === 'column' ? 1 : -1;
      return open > 0 || at === parts.length - 1;
    }) && open === 0
  );
}
/** The places of the two parts. */
export function halves({ kind, at }: Split, { x, y, w, h }: PanelPlace): readonly [PanelPlace, PanelPlace] {
  const edge = kind === 'row' ? tidy(x + (w * at) / 100) : tidy(y + (h * at) / 100);
  return kind === 'row'
    ? [
        { x, y, w: tidy(edge - x), h },
        { x: edge, y, w: tidy(x + w - edge), h },
      ]
    : [
        { x, y, w, h: tidy(edge - y) },
        { x, y: edge, w, h: tidy(y + h - edge) },
      ];
}
interface Walked {
  readonly tree: Tree;
  readonly place: PanelPlace;
  /** The part, 0 or 1, at each division from the root down to this one: "" for the root. */
  readonly path: string;
}
/** The tree and all its parts, from the outside in. */
export function walked(tree: Tree, place = whole, path = ''): Walked[] {
  if (!isSplit(tree)) return [{ tree, place, path }];
  const [first, second] = halves(tree, place);
  return [
    { tree, place, path },
    ...walked(tree.parts[0], first, `${path}0`),
    ...walked(tree.parts[1], second, `${path}1`),
  ];
}
/** The tree with the part at this path replaced. */
export function replaced(tree: Tree, path: string, change: (tree: Tree) => Tree): Tree {
  if (path === '' || !isSplit(tree)) return change(tree);
  const [first, second] = tree.parts;
  const rest = path.slice(1);
  return {
    ...tree,
    parts: path.startsWith('0')
      ? [replaced(first, rest, change), second]
      : [first, replaced(second, rest, change)],
  };
}
/** `at` is the share of `leaf` in percent. */
export function splitOf(side: DockedSide, at: number, leaf: Tree, rest: Tree): Split {
  return isFirst(side)
    ? { kind: wayOf(side), at: tidy(at), parts: [leaf, rest] }
    : { kind: wayOf(side), at: tidy(100 - at), parts: [rest, leaf] };
}
/**
 * Returns the tree without frames that are not in `frames`; the sibling fills the freed area. Each
 * frame occurs once.
 */
export function pruned(tree: Tree, frames: Set<string>): Tree | null {
  if (tree.kind === 'free') return tree;
  if (tree.kind === 'frame') return frames.delete(tree.frame) ? tree : null;
  const [first, second] = [pruned(tree.parts[0], frames), pruned(tree.parts[1], frames)];
  if (first === null || second === null) return first ?? second;
  if (first.kind === 'free' && second.kind === 'free') return free;
  return first === tree.parts[0] && second === tree.parts[1] ? tree : { ...tree, parts: [first, second] };
}

export const fits = (place: PanelPlace, side: DockedSide, { min }: DockRoom) => {
  const length = lengthOf(wayOf(side));
  return place[length] / 2 >= min[length];
};

/**
 * Inserts the leaf at this edge or corner. It fills the free space there, up to half of the workspace. If nothing is free, it
 * keeps its own width or height, up to half of the workspace, or takes at a corner half of the panel there.
 */
export function atEdge(
  tree: Tree,
  side: DockedSide | Corner,
  leaf: Leaf,
  own: Pick<PanelPlace, 'w' | 'h'>,
  room: DockRoom,
): Tree | null {
  const sides = side.split(' ') as DockedSide[];
  const [first] = sides;
  if (first === undefined) return null;
  if (sides.length === 1) {
    const strip = walked(tree).find(
      ({ tree: part, place }) =>
        part.kind === 'free' && touches(place, first) && place[across(first)] > 99.99,
    );
    if (strip !== undefined && isRoomy(strip.place, room))
      return replaced(tree, strip.path, () => ofFree(strip.place, [first], leaf, room));
    const length = lengthOf(wayOf(first));
    const share = Math.max(room.min[length], Math.min(own[length], 50));
    return minOf(tree, room.min)[length] <= 100 - share ? splitOf(first, share, leaf, tree) : null;
  }
  const there = walked(tree).find(
    ({ tree: part, place }) => !isSplit(part) && sides.every((side) => touches(place, side)),
  );
  if (there === undefined) return null;
  const { tree: part, place, path } = there;
  if (part.kind === 'free' && isRoomy(place, room))
    return replaced(tree, path, () => ofFree(place, sides, leaf, room));
  if (part.kind === 'free') return null;
  const longer = sides.find((side) => wayOf(side) === (place.w > place.h ? 'row' : 'column')) ?? first;
  return fits(place, longer, room) ? replaced(tree, path, (old) => splitOf(longer, 50, leaf, old)) : null;
}
const across = (side: DockedSide) => (wayOf(side) === 'row' ? 'h' : 'w');
const isRoomy = ({ w, h }: PanelPlace, { min }: DockRoom) => w >= min.w && h >= min.h;
function touches({ x, y, w, h }: PanelPlace, side: DockedSide): boolean {
  if (side === 'left') return x < 0.01;
  if (side === 'top') return y < 0.01;
  return (side === 'right' ? x + w : y + h) > 99.99;
}
/**
 * Places the leaf at these sides of a free area. It covers at most half of the workspace, unless the remainder would be too small
 * for a panel.
 */
function ofFree(place: PanelPlace, sides: readonly DockedSide[], leaf: Leaf, { min }: DockRoom): Tree {
  return sides.reduceRight<Tree>((tree, side) => {
    const along = lengthOf(wayOf(side));
    const length = place[along];
    return length - 50 > Math.max(min[along], 0.01) ? splitOf(side, (50 / length) * 100, tree, free) : tree;
  }, leaf);
}

/** The smallest size of a part, in percent of the workspace. */
export function minOf(tree: Tree, min: DockRoom['min']): DockRoom['min'] {
  if (!isSplit(tree)) return min;
  const [first, second] = tree.parts.map((part) => minOf(part, min)) as [typeof min, typeof min];
  // Nested parts keep their shares, so the smaller share decides.
  const [firstShare, secondShare] = [tree.at / 100, 1 - tree.at / 100];
  const along = (a: number, b: number) =>
    Math.max(a / Math.max(firstShare, 0.01), b / Math.max(secondShare, 0.01));
  return tree.kind === 'row'
    ? { w: along(first.w, second.w), h: Math.max(first.h, second.h) }
    : { w: Math.max(first.w, second.w), h: along(first.h, second.h) };
}
