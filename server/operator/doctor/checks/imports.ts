import { shanghaiMinutes } from '../../../core/time/shanghai-day.ts';
import { findRefusedImport, type RefusedImport } from '../../../modules/operations/operations.ts';
import { type LastRun, type Progress, readLastRun } from '../../library/last-run.ts';
import type { Check, Finding } from '../finding.ts';

const DAY_MS = 24 * 3600 * 1000;
const SILENT_MS = 60_000;

/** The result of the last import of the library folders, and refused files of the last day. */
export const imports: Check = {
  title: '导入',
  isQuick: false,
  async look({ config: { libraryDirs, dataDir }, pool, now }) {
    const run = libraryDirs.length === 0 ? null : await readLastRun(dataDir);
    const ofLibrary = libraryDirs.length === 0 ? [] : [...underWay(run, now), ...libraryFindings(run)];
    const refused = await findRefusedImport(pool);
    const isNew = refused !== null && now.getTime() - refused.at.getTime() <= DAY_MS;
    if (isNew && !isReported(refused, run)) return [...ofLibrary, refusedFinding(refused)];
    return ofLibrary.length > 0 ? ofLibrary : [{ state: 'good', found: '一天之内没有被拒绝的文件' }];
  },
};

/** Whether the findings of the library already name the file. */
function isReported({ example }: RefusedImport, run: LastRun | null): boolean {
  return run?.refusedFiles.some(({ path }) => example.startsWith(`${path}：`)) ?? false;
}

function refusedFinding({ refused, example }: RefusedImport): Finding {
  return {
    state: 'warning',
    found: `最近有 ${refused} 份没有导入，如 ${example}`,
    advice: '换了文件或修好之后，再运行同一个导入命令',
  };
}

const STEPS: Readonly<Record<Progress['step'], { verb: string; unit: string }>> = {
  looking: { verb: '在看有哪些文件', unit: '份' },
  reading: { verb: '在读各份文件', unit: '份' },
  making: { verb: '在做页面的图片', unit: '页' },
};

/** A long run saves its progress every ten seconds. Older progress is of a run that was killed. */
function underWay(run: LastRun | null, now: Date): Finding[] {
  const progress = run?.progress;
  if (!progress || now.getTime() - Date.parse(progress.at) > SILENT_MS) return [];
  const { step, done, of, leftSeconds } = progress;
  const { verb, unit } = STEPS[step];
  const left = leftSeconds === null ? '' : `，这一步约还要 ${minutesText(leftSeconds)}`;
  return [
    { state: 'note', found: `书库文件夹正在导入：${verb}，${done}${of === null ? '' : `/${of}`} ${unit}${left}` },
  ];
}

function minutesText(seconds: number): string {
  return seconds < 90 ? `${seconds} 秒` : `${Math.round(seconds / 60)} 分钟`;
}

function libraryFindings(run: LastRun | null): Finding[] {
  if (run === null || Date.parse(run.endedAt) === 0)
    return [{ state: 'note', found: '书库文件夹还没有导入过一遍', advice: '大的书库要一阵子，做到哪里看日志' }];
  const { missing, failure, refusedFiles, endedAt } = run;
  const [first] = refusedFiles;
  const findings: Finding[] = [
    ...missing.map(
      (folder): Finding => ({
        state: 'warning',
        found: `书库文件夹 ${folder} 不在`,
        advice: '把盘挂上，或改 LIBRARY_DIR；回来之后自动接着',
      }),
    ),
    ...(failure === null
      ? []
      : [{ state: 'warning', found: `书库文件夹上次没有导入完：${failure}`, advice: '它会一直再试' } as const]),
    ...(first
      ? [
          {
            state: 'warning',
            found: `书库文件夹里有 ${refusedFiles.length} 份至今导入不了，如 ${first.path}：${first.reason}`,
            advice: '修好或换了文件，自动再导入；全部写在数据目录的 library.json',
          } as const,
        ]
      : []),
  ];
  if (findings.length > 0) return findings;
  const at = shanghaiMinutes(new Date(endedAt));
  const { new: added, replaced, updated, unchanged } = run;
  const counts = `新 ${added}、换 ${replaced}、改 ${updated}、不变 ${unchanged}`;
  return [{ state: 'good', found: `书库文件夹上次导入在 ${at}：${counts}` }];
}
