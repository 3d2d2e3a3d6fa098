import { useState } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '../../ui/button.tsx';
import { SearchField } from '../../ui/search-field.tsx';

/** Only a whole number or name finds a reader, so the search begins when the form is sent, not while it is typed. */
export function SearchForm({ text: first = '' }: { text?: string }) {
  const [text, setText] = useState(first);
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
