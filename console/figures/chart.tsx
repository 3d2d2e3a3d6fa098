import { useEffect, useRef } from 'react';
import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';

type ChartProps = {
  label: string;
  days: readonly { day: string; value: number }[];
  /** The last day is not over: its line is dashed. */
  isOpen: boolean;
  text(value: number): string;
};

const HEIGHT = 240;

/** A line over days. The same numbers are in the table below it, because a canvas can't be read aloud. */
export function Chart({ label, days, isOpen, text }: ChartProps) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const plot = new UPlot(optionsOf(element, days, text), dataOf(days, isOpen), element);
    const follow = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: HEIGHT }));
    follow.observe(element);
    return () => {
      follow.disconnect();
      plot.destroy();
    };
  }, [days, isOpen, text]);
  return (
    <div ref={frame} role="img" aria-label={`${label}的走势，数字在下面的表里`} className="h-60 overflow-hidden" />
  );
}

/** The whole days, and the line from the last whole day to today. */
function dataOf(days: ChartProps['days'], isOpen: boolean): UPlot.AlignedData {
  const values = days.map(({ value }) => value);
  const last = values.length - 1;
  return [
    days.map((_, index) => index),
    values.map((value, index) => (isOpen && index === last ? null : value)),
    values.map((value, index) => (isOpen && index >= last - 1 ? value : null)),
  ];
}

function optionsOf(element: HTMLElement, days: ChartProps['days'], text: ChartProps['text']): UPlot.Options {
  const style = getComputedStyle(element);
  const [ink, line, accent] = ['--soft', '--line', '--accent'].map((name) => style.getPropertyValue(name).trim());
  const axis = { stroke: ink, grid: { stroke: line, width: 1 }, ticks: { show: false }, font: '12px sans-serif' };
  return {
    width: element.clientWidth,
    height: HEIGHT,
    legend: { show: false },
    cursor: { show: false },
    scales: {
      x: { time: false },
      y: { range: (_, least, most) => [Math.min(0, least ?? 0), Math.max(1, most ?? 1) * 1.1] },
    },
    axes: [
      {
        ...axis,
        values: (_, at) => at.map((index) => days[index]?.day.slice(5) ?? ''),
        incrs: [1, 2, 5, 7, 14, 30, 60, 90],
      },
      { ...axis, values: (_, at) => at.map(text), size: 72 },
    ],
    series: [
      {},
      { stroke: accent, width: 2, points: { show: days.length <= 31 } },
      { stroke: accent, width: 2, dash: [4, 4], points: { show: true } },
    ],
  };
}
