import { dark, light } from '../mail/html-parts.ts';

const both = (inLight: string, inDark: string): string => `light-dark(${inLight},${inDark})`;
const colour = (name: keyof typeof light): string => both(light[name], dark[name]);

const good = both('#0a6b3d', '#62d99a');
const bad = both('#b3241b', '#ff9189');
const goodFill = both('#1f9d5f', '#2fb573');
const badFill = both('#d9372c', '#ee5b50');
const idleFill = both('#838e9f', '#6b7789');

/** The status page's only style sheet. The site's policy allows it by its hash (lib/constructs/site.ts). */
export const statusStyle = [
  ':root{color-scheme:light dark}*{box-sizing:border-box}',
  `body{margin:0;background:${colour('page')};color:${colour('ink')};font:16px/1.5 Geist,system-ui,Arial,sans-serif}`,
  'header,main,footer{max-width:60rem;margin:0 auto;padding:0 1rem}',
  `.bar{border-bottom:1px solid ${colour('line')};background:${colour('card')}}`,
  'header a{display:inline-flex;gap:.6rem;align-items:center;min-height:3.5rem}',
  'header a{font-weight:600;color:inherit;text-decoration:none}',
  'h1{font-size:1.75rem;line-height:1.2;margin:2rem 0 1rem}',
  'h2{font-size:1.125rem;margin:2.25rem 0 .75rem}h3{font-size:1rem;margin:0}p{margin:.5rem 0}',
  `a{color:${colour('link')}}`,
  `a:focus-visible,summary:focus-visible,.scroll:focus-visible{outline:2px solid ${colour('link')};outline-offset:2px}`,
  `.quiet,dt,.ends,.legend,footer a{color:${colour('quiet')};font-size:.875rem}`,
  `.panel{background:${colour('card')};border:1px solid ${colour('line')};border-radius:10px;padding:1rem 1.25rem}`,
  `.panel{overflow-wrap:anywhere}.now{border-left:5px solid ${idleFill}}.now strong{font-size:1.25rem}`,
  `.now.ok{border-left-color:${goodFill}}.now.bad{border-left-color:${badFill}}`,
  `.ok strong,.good{color:${good}}.bad strong,.poor{color:${bad}}`,
  'dl{display:grid;grid-template-columns:repeat(auto-fit,minmax(11rem,1fr));gap:.75rem;margin:1rem 0 0}',
  'dd{margin:0;font-weight:600}',
  'svg.days{display:block;width:100%;height:3rem}',
  `.f-ok{fill:${goodFill}}.f-err{fill:${badFill}}.f-idle{fill:${idleFill}}`,
  '.ends,.legend{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem}.ends{justify-content:space-between}',
  '.legend{margin-top:.5rem}.legend svg{width:.75rem;height:.75rem;margin-right:.4rem}',
  '.scroll{overflow-x:auto}table{border-collapse:collapse;width:100%;font-size:.875rem}',
  `th,td{text-align:left;padding:.4rem .75rem .4rem 0;border-top:1px solid ${colour('line')};white-space:nowrap}`,
  'article+article{margin-top:.75rem}ul{margin:.5rem 0 0;padding-left:1.25rem}',
  'summary{cursor:pointer;min-height:1.5rem}',
  `footer{margin-top:3rem;border-top:1px solid ${colour('line')};padding:1.25rem 1rem}`,
  'footer{display:flex;flex-wrap:wrap;gap:.5rem 1.5rem}footer a{min-height:1.5rem}',
].join('');
