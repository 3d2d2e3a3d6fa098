import { type Checker, type Type, TypeFlags, type TypeReference } from 'typescript/unstable/sync';
import type { Column, Description } from './described.ts';
import { createKindOfType, kindOfColumn, kindsOfParam } from './kinds.ts';

export type Comparison = {
  compareRow(row: Type, columns: Column[] | null, text: string): string[];
  compareParams(params: Type, description: Description): string[];
};

/** Finds the differences between declared types and the description of PostgreSQL. */
export function createComparison(checker: Checker): Comparison {
  const kindOfType = createKindOfType(checker);

  function compareColumn(column: Column, declared: Type, text: string): string[] {
    const [kind, given] = [kindOfColumn(column), kindOfType(declared)];
    const isNullable = checker.isTypeAssignableTo(checker.getNullType(), declared);
    const found = kind === 'any' || kind === given ? [] : [`${column.name} is ${kind}, declared as ${given}`];
    const canBeNull = nullability(column, text);
    if (canBeNull === true && !isNullable) found.push(`${column.name} can be null`);
    if (canBeNull === false && isNullable) found.push(`${column.name} is never null`);
    return found;
  }

  return {
    compareRow(row, columns, text) {
      const isNever = (row.flags & TypeFlags.Never) > 0;
      if (columns === null) return isNever ? [] : ['returns no rows: declare them as never'];
      // The code reads no columns of this row, for example in an export.
      if (isNever || checker.getIndexInfosOfType(row).length > 0) return [];
      const properties = new Map(checker.getPropertiesOfType(row).map((property) => [property.name, property]));
      const found = columns.flatMap((column) => {
        const property = properties.get(column.name);
        properties.delete(column.name);
        const type = property && checker.getTypeOfSymbol(property);
        return type ? compareColumn(column, type, text) : [`${column.name} is not declared`];
      });
      return [...found, ...[...properties.keys()].map((name) => `${name} is not in the result`)];
    },

    compareParams(params, { params: types }) {
      return (params.isUnionType() ? params.getTypes() : [params]).flatMap((tuple) => {
        const declared = checker.getTypeArguments(tuple as TypeReference);
        if (declared.length !== types.length) return [`has ${types.length} parameters, declared ${declared.length}`];
        return types.flatMap((type, index) => {
          const kind = kindOfType(declared[index] ?? checker.getUnknownType());
          const fits = kind.split('|').every((each) => kindsOfParam(type).includes(each));
          return fits ? [] : [`$${index + 1} is ${type}, declared as ${kind}`];
        });
      });
    },
  };
}

/** Whether a column can be null; `null` if PostgreSQL doesn't know, as with expressions. */
function nullability({ origin }: Column, text: string): boolean | null {
  if (!origin) return null;
  if (!origin.notNull) return isFiltered(origin.column, text) ? null : true;
  if (!/\b(left|right|full) (outer )?join\b/.test(text)) return false;
  return isOnlyOuterJoined(origin.table, text) ? true : null;
}

/** Whether a condition is never true for a null in this column. */
function isFiltered(column: string, text: string): boolean {
  return new RegExp(`\\b${column}( is not null| <=? \\$| = any\\(\\$|, [a-z_.]+\\) < \\()`).test(text);
}

function isOnlyOuterJoined(table: string, text: string): boolean {
  const name = table.replace('.', '\\.');
  const inner = text.replaceAll(new RegExp(`\\bleft join ${name}\\b`, 'g'), '');
  return inner !== text && !new RegExp(`\\b${name}\\b`).test(inner);
}
