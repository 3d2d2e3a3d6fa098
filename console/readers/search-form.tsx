import { useState } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '../../ui/button.tsx';
import { SearchField } from '../../ui/search-field.tsx';

/** Finds a reader only by a complete number or name, so the search begins at Enter and not while typing. */
export function SearchForm({ text: initial = '' }: { text?: string }) {
  const [text, setText] = useState(initial);
  const navigate = useNavigate();
  return (
    <form
      className="flex gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        const wanted = text.trim();
        if (wanted !== '') void navigate(`/readers?q=${encodeURIComponent(wanted)}`);
      }}
    >
      <div className="min-w-0 flex-1">
        <SearchField label="编号、用户名、手机号或订单号" value={text} onText={setText} />
      </div>
      <Button type="submit" className="shrink-0">
        查找
      </Button>
    </form>
  );
}
